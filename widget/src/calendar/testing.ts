/** Opens calendars in tests, inside a host page that only listens. */
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetFirst } from '../first'
import { changeInit, startServer, type Call } from '../testing/server'
import type { Experience, Init } from '../types'
import { openCalendar } from './open'
import type { CalendarSettings } from './model'
import { readSettings } from './settings'

type Answers = Parameters<typeof startServer>[0]

export const host = { postMessage: vi.fn() }
const endings: (() => void)[] = []

beforeEach(() => {
  host.postMessage.mockClear()
  forgetFirst()
  history.replaceState(null, '', '/widgets/calendar')
  Object.defineProperty(window, 'parent', { value: host, configurable: true })
})

afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Shows the calendar of an address; `changes` are for what no address says. */
export function show(search = '', changes: Partial<CalendarSettings> = {}): void {
  const place = document.createElement('div')
  document.body.append(place)
  const language = new URLSearchParams(search).has('language') ? {} : { language: 'en' }
  endings.push(openCalendar(place, { ...readSettings(search, null), ...language, ...changes }))
}

export const isRange = ({ path }: Call): boolean => path.includes('getInDateRange')

/** The messages of one kind that the host page was sent. */
export const told = (type: string) => host.postMessage.mock.calls.map(([message]) => message).filter((one) => one.type === type)

export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
export const day = (date: string): HTMLElement => document.querySelector<HTMLElement>(`[data-date="${date}"]`)!
export const texts = (selector: string): string[] => all(selector).map((element) => element.textContent!.trim())

/** Answers every month with the same days. */
export const answering =
  (dates: object): Answers =>
  (call) =>
    isRange(call) ? { status: 200, body: { requestId: (call.body as { requestId: unknown }).requestId, dates } } : undefined

/** The server of an operator with other settings, other experiences, or with somebody signed in. */
export function startOperator(
  { answers, properties = {}, experience = {}, ...changes }: Partial<Omit<Init, 'properties'>> & {
    answers?: Answers
    properties?: Partial<Init['properties']>
    experience?: Partial<Experience>
  } = {},
): ReturnType<typeof startServer> {
  const server = startServer(answers)
  changeInit((init) => ({
    ...init,
    ...changes,
    experiences: (changes.experiences ?? init.experiences).map((one) => ({ ...one, ...experience })),
    properties: { ...init.properties, ...properties },
  }))
  return server
}

export const press = (key: string, on: Element = document.activeElement!): void =>
  void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
