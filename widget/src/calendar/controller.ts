/** Between the rules of the calendar and the world: asks the server, tells the host page, fetches ahead. */
import { isDayAvailable } from '../availability'
import { isFramed, tellHost } from '../host'
import { onHostMessage } from '../host-messages'
import { canPageBack, todayIn } from '../month'
import { addMonths } from '../paging'
import { tripBuilderUrl } from '../trip-url'
import { createStore, type Store } from '../store'
import { serverNow } from '../api'
import { askRange } from './asking'
import { dateForKey } from './keys'
import type { Actions, CalendarUi } from './model'
import { experiencesOf, openingOf } from './opening-ui'
import { liveDates, type Asked } from './range'
import { calendarReducer, cursorOf, keyOf, viewerOf, type CalendarEvent, type CalendarState } from './state'

const NOT_ASKED_FOR = 0

const todayOf = (ui: CalendarUi): string => todayIn(ui.init.properties.time_zone, new Date(serverNow()))

/** Calls back when the page has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

const isSparing = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false

export class Controller implements Omit<Actions, 'chooseLanguage'> {
  isCursorFocused = false
  isLeaving = false
  #isStopped = false
  readonly #store: Store<CalendarState, CalendarEvent>
  readonly #draw: () => void
  readonly #stops: (() => void)[]
  readonly #ahead = new Set<string>()
  #ui: CalendarUi

  /** `opened` is the state that was drawn already, ready where its month came with the page. */
  constructor(ui: CalendarUi, draw: () => void, opened: CalendarState | null) {
    this.#ui = ui
    this.#draw = draw
    this.#store = createStore(calendarReducer, opened ?? openingOf(ui, todayOf(ui)))
    this.#stops = [onHostMessage((message) => message.type === 'modalClosed' && this.dispatch({ type: 'refreshed' })), this.#watch()]
    this.#announce('loading')
    if (this.state.status === 'loading') this.#ask()
    else {
      this.#announce()
      whenIdle(this.#fetchAhead)
    }
  }

  get state(): CalendarState {
    return this.#store.get()
  }

  stop(): void {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
  }

  /** The same calendar in other words: the operator's own come in the new language as well. */
  describe(ui: CalendarUi): void {
    const isSameData = ui.init === this.#ui.init
    this.#ui = ui
    if (!isSameData) this.dispatch({ type: 'described', experiences: experiencesOf(ui.init) })
  }

  dispatch = (event: CalendarEvent, isCursorFocused = false): void => {
    if (this.#isStopped) return
    const before = this.state
    this.isCursorFocused = isCursorFocused
    this.#store.dispatch(event)
    const { requestId, status } = this.state
    if (requestId !== before.requestId) {
      this.#announce('loading')
      this.#ask()
    }
    if (status !== 'loading' && (status !== before.status || requestId !== before.requestId)) this.#announce()
    if (this.state !== before) this.#draw()
    if (status === 'ready' && event.type !== 'fetchedAhead') whenIdle(this.#fetchAhead)
  }

  pressKey = (key: string): void => {
    const date = dateForKey(key, cursorOf(this.state), document.documentElement.dir === 'rtl')
    if (date) this.dispatch({ type: 'dayMoved', date, isChosen: false }, true)
  }

  choose = (date: string, experience: number | null): void => {
    this.dispatch({ type: 'dayChosen', date })
    if (!this.#ui.settings.isRebooking) this.open(experience, date)
  }

  open = (experience: number | null, date: string, timeslot: number | null = null): void => {
    const { settings, language } = this.#ui
    const target = { ...settings, language, experience: experience ?? this.#onlyExperience(date), timeslot, date }
    this.go(tripBuilderUrl(target, location.origin))
  }

  /** In the host's dialog when framed, else as the next page. */
  go = (url: string): void => {
    if (isFramed()) return tellHost({ type: 'showModal', url, calendar_id: this.#ui.settings.calendarId })
    this.isLeaving = true
    this.#draw()
    location.assign(url)
  }

  /** What a day offers when it is one experience: nobody should have to choose among one. */
  #onlyExperience(date: string): number | null {
    const free = (this.state.dates[date] ?? []).filter((entry) => isDayAvailable([entry], viewerOf(this.state)))
    return free.length === 1 ? free[0]!.experience_id : null
  }

  /** Scripts of the page learn by event when the calendar asks and when it has its answer. */
  #announce(detail: CalendarState['status'] = this.state.status): void {
    window.dispatchEvent(new CustomEvent('outfitter:calendar', { detail }))
  }

  #ask(): void {
    const { state } = this
    const { requestId } = state
    const { init, settings } = this.#ui
    if (settings.isPreview) return queueMicrotask(() => this.dispatch({ type: 'received', requestId, dates: {} }))
    askRange(state, requestId, init, settings).then(
      (answer) => this.dispatch({ type: 'received', requestId: answer.requestId, dates: liveDates(answer.dates, state.experiences) }),
      (error: unknown) => this.dispatch({ type: 'failed', requestId, error }),
    )
  }

  /** The months beside the shown one, so that paging needs no waiting. */
  #fetchAhead = (): void => {
    const { month, today, experiences } = this.state
    if (this.#isStopped || this.#ui.settings.isPreview || isSparing()) return
    for (const count of canPageBack(month, today) ? [1, -1] : [1]) {
      const asked: Asked = { ...this.state, month: addMonths(month, count) }
      const key = keyOf(asked)
      if (this.state.answers[key] || this.#ahead.has(key)) continue
      this.#ahead.add(key)
      askRange(asked, NOT_ASKED_FOR, this.#ui.init, this.#ui.settings)
        .then(({ dates }) => this.dispatch({ type: 'fetchedAhead', key, dates: liveDates(dates, experiences) }))
        .catch(() => undefined)
        .finally(() => this.#ahead.delete(key))
    }
  }

  /** A page may stay open over midnight, and without a connection for a while. */
  #watch(): () => void {
    const turn = (): void => this.dispatch({ type: 'dayTurned', today: todayOf(this.#ui) })
    const retry = (): void => void (this.state.error && this.dispatch({ type: 'refreshed' }))
    const clock = setInterval(turn, 60_000)
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('online', retry)
    }
  }
}
