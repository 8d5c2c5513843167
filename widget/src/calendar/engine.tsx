/** What makes the calendar move: words, shared data, the rules of its events, and drawing it anew. */
import type { ReactElement } from 'react'
import { post } from '../api'
import { translator } from '../i18n'
import { first } from '../first'
import { chooseLanguage, matchLanguage } from '../languages'
import { loadCalendarMessages, type CalendarKey } from '../messages/calendar'
import { loadLateMessages } from '../messages/calendar-late'
import { readQuery, recalledLanguage, rememberLanguage, rememberQuery } from '../query'
import { setLook } from '../set-look'
import type { Init } from '../types'
import { applyLanguage, spokenFor, type Messages } from '../words'
import { Controller } from './controller'
import * as late from './late'
import { translateMessages } from './late/translating'
import type { Actions, CalendarSettings, CalendarUi, Model } from './model'
import { describe, type Opening } from './opening-ui'
import { reopenTrip } from './resuming'

/** What the engine goes on from. */
export type Opened = {
  settings: CalendarSettings
  opening: Opening | null
  draw: (model: Omit<Model, keyof Actions>) => void
  drawOther: (element: ReactElement) => void
  /** From here on controls act; what was done with them before is done now. */
  takeOver: (actions: Actions) => void
}

const RETRY_MS = 3000

/** The calendar has its style in its page; the trip builder's, which comes after it, finds the same in a file. */
function fetchStyleAhead(): void {
  const href = document.querySelector<HTMLElement>('style[data-href]')?.dataset.href
  if (href) document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'style', href }))
}

type Words = { language: string; spoken: string; messages: Messages<CalendarKey> }

export class Engine {
  readonly #page: Opened
  readonly #settings: CalendarSettings
  #words: Words | null = null
  #init: Init | null = null
  #ui: CalendarUi | null = null
  #controller: Controller | null = null
  #error: unknown = null
  /** Languages may be chosen faster than they come. */
  #wanted = ''
  #isStopped = false

  /** Goes on where the first look left off; `page` draws, and has the controls that were used before. */
  constructor(page: Opened) {
    this.#page = page
    this.#settings = page.settings
    fetchStyleAhead()
    rememberQuery(readQuery(location.search))
    reopenTrip(window.name, this.#settings.calendarId)
    const { language, messages, init = null } = first()
    const chosen = chooseLanguage(this.#settings.language, recalledLanguage(), navigator.languages)
    const reading = matchLanguage(chosen) ? (language ?? chosen) : chosen
    this.#init = init
    const isThere = messages && language === spokenFor(reading)
    if (isThere) this.#words = { language: reading, spoken: language, messages: messages as Words['messages'] }
    void this.chooseLanguage(reading, false)
  }

  stop(): void {
    this.#isStopped = true
    this.#controller?.stop()
  }

  /** Loads words and, since the operator's own come in the reader's language too, the shared data. */
  chooseLanguage = async (language: string, isChosen = true): Promise<void> => {
    this.#wanted = language
    const spoken = spokenFor(language)
    applyLanguage(language, spoken)
    if (isChosen) rememberLanguage(language)
    if (!isChosen && this.#words && this.#init) {
      this.#show()
      return this.#complete(this.#words)
    }
    const loading = isChosen || !this.#init ? this.#loadInit() : null
    const messages = await loadCalendarMessages(spoken).catch(() => loadCalendarMessages('en'))
    await loading
    if (this.#wanted !== language) return
    this.#words = { language, spoken, messages }
    this.#show()
    await this.#translate(this.#words)
  }

  /** The page came with the words of its first look; the others are asked for until they are there. */
  #complete = async (words: Words): Promise<void> => {
    try {
      Object.assign(words.messages, await loadLateMessages(words.spoken))
    } catch {
      if (!this.#isStopped) setTimeout(this.#complete, RETRY_MS, words)
      return
    }
    if (words !== this.#words) return
    this.#draw()
    await this.#translate(words)
  }

  #loadInit = async (): Promise<void> => {
    const language = this.#wanted
    try {
      const init = await post<Init>('/api/init', {})
      if (this.#wanted === language) [this.#init, this.#error] = [init, null]
    } catch (error) {
      this.#error ??= this.#init ? null : error
    }
  }

  /** For those whose language we do not speak, the browser may. */
  async #translate({ language, spoken, messages }: Words): Promise<void> {
    const translated = language === spoken ? null : await translateMessages(messages, language)
    if (!translated || this.#wanted !== language) return
    this.#words = { language, spoken: language, messages: translated }
    applyLanguage(language)
    this.#show()
  }

  #retry = async (): Promise<void> => {
    this.#error = null
    await this.#loadInit()
    this.#show()
  }

  #show(): void {
    if (this.#isStopped) return
    if (this.#words && this.#init && !this.#error) {
      if (this.#init !== this.#ui?.init) setLook(this.#init.properties)
      this.#ui = this.#openedUi() ?? describe(this.#words, this.#init, this.#settings)
      if (this.#controller) this.#controller.describe(this.#ui)
      else this.#start(this.#ui)
    }
    this.#draw()
  }

  /** What was drawn first, as long as it holds: no day has to be drawn anew for the same words. */
  #openedUi(): CalendarUi | null {
    const ui = this.#page.opening?.ui
    return ui && !this.#ui && ui.init === this.#init && ui.language === this.#words?.language ? ui : null
  }

  #start(ui: CalendarUi): void {
    this.#controller = new Controller(ui, this.#draw, this.#page.opening?.state ?? null)
    const { dispatch, choose, pressKey, open, go } = this.#controller
    const actions: Actions = { dispatch, choose, pressKey, open, go, chooseLanguage: this.chooseLanguage }
    this.#page.takeOver(actions)
  }

  #draw = (): void => {
    if (this.#isStopped) return
    try {
      this.#paint()
    } catch (error) {
      this.stop()
      void import('../crash-notice').then((file) => file.showCrash(error))
    }
  }

  #paint(): void {
    const [controller, words, ui] = [this.#controller, this.#words, this.#ui]
    if (controller && ui) {
      const { state, isCursorFocused, isLeaving } = controller
      const hasWords = 'retry' in words!.messages
      this.#page.draw({ ui, state, late: hasWords ? late : null, isCursorFocused, isLeaving })
    } else if (words && this.#error) {
      const t = translator(words.messages, words.spoken)
      this.#page.drawOther(<late.Failure error={this.#error} t={t} onRetry={this.#retry} />)
    }
  }
}
