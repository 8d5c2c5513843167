/** Brings the words and the shared data together, then draws the calendar or what went wrong. */
import { createRoot } from 'react-dom/client'
import { post } from '../api'
import { first } from '../first'
import { translator } from '../i18n'
import { chooseLanguage, displayLocale, isRightToLeft, matchLanguage } from '../languages'
import { applyLook } from '../look'
import { loadCalendarMessages, type CalendarKey } from '../messages/calendar'
import { recalledLanguage, rememberLanguage } from '../query'
import type { Init } from '../types'
import { applyLanguage, spokenFor, type Messages } from '../words'
import { Calendar } from './calendar'
import { Controller, whenIdle } from './controller'
import { Failure } from './failure'
import type { CalendarSettings, CalendarUi, Late } from './model'

type Words = { language: string; spoken: string; messages: Messages<CalendarKey> }

export class CalendarApp {
  readonly #root: ReturnType<typeof createRoot>
  readonly #settings: CalendarSettings
  #words: Words | null = null
  #init: Init | null = null
  #ui: CalendarUi | null = null
  #controller: Controller | null = null
  #late: Late | null = null
  #error: unknown = null
  /** Languages may be chosen faster than they come. */
  #wanted = ''
  #isStopped = false

  constructor(place: Element, settings: CalendarSettings) {
    this.#root = createRoot(place)
    this.#settings = settings
    const { language, messages, init = null } = first()
    const chosen = chooseLanguage(settings.language, recalledLanguage(), navigator.languages)
    const reading = matchLanguage(chosen) ? (language ?? chosen) : chosen
    this.#init = init
    const isThere = messages && language === spokenFor(reading)
    if (isThere) this.#words = { language: reading, spoken: language, messages: messages as Words['messages'] }
    void this.chooseLanguage(reading, false)
  }

  stop(): void {
    this.#isStopped = true
    this.#controller?.stop()
    this.#root.unmount()
  }

  /** Loads words and, since the operator's own come in the reader's language too, the shared data. */
  chooseLanguage = async (language: string, isChosen = true): Promise<void> => {
    this.#wanted = language
    const spoken = spokenFor(language)
    applyLanguage(language, spoken)
    if (isChosen) rememberLanguage(language)
    if (isChosen || !this.#words || !this.#init) {
      const loading = isChosen || !this.#init ? this.#loadInit() : null
      const messages = await loadCalendarMessages(spoken).catch(() => loadCalendarMessages('en'))
      await loading
      if (this.#wanted !== language) return
      this.#words = { language, spoken, messages }
    }
    this.#show()
    if (language !== spoken) void this.#translate(language, this.#words.messages)
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
  async #translate(language: string, messages: Messages<CalendarKey>): Promise<void> {
    const { translateMessages } = await import('./late')
    const translated = await translateMessages(messages, language)
    if (!translated || this.#wanted !== language) return
    this.#words = { language, spoken: language, messages: translated }
    applyLanguage(language)
    this.#show()
  }

  #retry = async (): Promise<void> => {
    this.#error = null
    this.#draw()
    await this.#loadInit()
    this.#show()
  }

  #show(): void {
    if (this.#isStopped) return
    if (this.#words && this.#init && !this.#error) {
      applyLook(location.search, this.#init.properties)
      this.#ui = this.#describe(this.#words, this.#init)
      if (this.#controller) this.#controller.describe(this.#ui)
      else {
        this.#controller = new Controller(this.#ui, this.#draw)
        whenIdle(this.#loadLate)
      }
    }
    this.#draw()
  }

  #describe({ language, spoken, messages }: Words, init: Init): CalendarUi {
    const locale = displayLocale(language, init.properties.locale)
    return { init, settings: this.#settings, language, locale, isRightToLeft: isRightToLeft(spoken), t: translator(messages, displayLocale(spoken, init.properties.locale)) }
  }

  #loadLate = (): void => {
    import('./late').then(
      (late) => {
        this.#late = late
        this.#draw()
      },
      () => undefined,
    )
  }

  #draw = (): void => {
    if (this.#isStopped) return
    const [controller, words, ui] = [this.#controller, this.#words, this.#ui]
    if (controller && ui) {
      const { state, dispatch, moveCursor, open, go, address, isCursorFocused, isLeaving } = controller
      const experience = (state.experienceId !== null && state.experiences.get(state.experienceId)) || null
      const actions = { dispatch, moveCursor, open, go, address, chooseLanguage: this.chooseLanguage }
      const model = { ui, state, experience, late: this.#late, isCursorFocused, isLeaving, ...actions }
      this.#root.render(<Calendar model={model} />)
    } else if (words && this.#error) {
      this.#root.render(<Failure error={this.#error} t={translator(words.messages, words.spoken)} onRetry={this.#retry} />)
    } else this.#root.render(<div className="boot" aria-hidden="true" />)
  }
}
