import { plain } from '@/components/ui/use-finding'
import type { CalendarDay, RangeDays } from './api'

type Slot = CalendarDay['timeslots'][number]

/** A departure as somebody who sells reads it. */
export type Choice = {
  slot: Slot
  name: string
  color: string
  /** Seats that are neither sold nor in somebody's checkout; null without a limit. */
  left: number | null
  /** The least that one guest pays, in minor units; null when nobody could be sold a ticket. */
  price: number | null
  isClosed: boolean
  isPast: boolean
}

const grey = '#64748b'

const unknown: ReadonlyMap<number, number> = new Map()

/** The departures of a day in their order; `now` is the operator's wall clock, "2026-11-22 14:05". */
export function choicesOf(day: CalendarDay, now: string, prices = unknown): Choice[] {
  const tours = new Map(day.experiences.map((tour) => [tour.id, tour]))
  return day.timeslots
    .filter((slot) => slot.status !== 'cancelled')
    .map((slot) => {
      const { capacity, booked_pax_cnt, held_pax_cnt } = slot
      const tour = tours.get(slot.experience_id)
      return {
        slot,
        name: tour?.name ?? '',
        color: tour?.color ?? grey,
        price: prices.get(slot.id) ?? null,
        left: capacity === null ? null : Math.max(0, capacity - booked_pax_cnt - held_pax_cnt),
        isClosed: slot.status === 'closed' || slot.is_day_closed,
        isPast: !slot.is_flex && `${slot.date} ${slot.start_time.slice(0, 5)}` < now,
      }
    })
}

/** The "from" price of each departure of some days, by its id. */
export function fromPrices(days: RangeDays): Map<number, number> {
  const found = new Map<number, number>()
  for (const entry of Object.values(days).flat()) {
    if (!('timeslots' in entry)) continue
    for (const { id, min_price } of entry.timeslots) if (min_price !== null) found.set(id, min_price)
  }
  return found
}

/**
 * What still goes, and what has departed: those are shown only to who asks for them.
 *
 * Of these only what may still be sold: until so many hours after its end (`lateHours`).
 */
export function apart(choices: readonly Choice[], now: string, lateHours: number) {
  const past = choices.filter((one) => one.isPast)
  return {
    coming: choices.filter((one) => !one.isPast),
    departed: past.filter(({ slot }) => endOf(slot) + lateHours * anHour > clock(now)),
  }
}

const anHour = 3_600_000
/** A wall clock as a number: "2026-11-22 14:05". What the clocks skip or repeat, the server decides. */
const clock = (at: string) => Date.parse(`${at.slice(0, 10)}T${at.slice(11, 16)}Z`)
const endOf = (slot: Slot) => clock(`${slot.date} ${slot.start_time}`) + slot.minutes * 60_000

/** The first day somebody sells: today, or as far back as what ended then may still be sold. */
export function firstDayOf(zone: string, now: number, lateHours: number | null): string {
  return wallClock(zone, new Date(now - (lateHours ?? 0) * anHour)).slice(0, 10)
}

/** What of a time people type: "10", "930", "14:30", "2pm". */
function timesOf(time: string, shown: string): string[] {
  const short = time.slice(0, 5)
  const bare = short.replace(/^0/, '')
  return [short, bare, short.replace(':', ''), bare.replace(':', ''), shown.replace(/[\s\u202f]/g, '').toLowerCase()]
}

const says = (words: string[], name: string, times: string[]) =>
  words.every((word) => name.includes(word) || times.some((time) => time.startsWith(word)))

/** Departures that have every word of a text in their name or begin with it in their time. */
export function matchingChoices(choices: readonly Choice[], text: string, timeText: (time: string) => string) {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...choices]
  return choices.filter(({ slot, name }) => {
    return says(words, plain(name), timesOf(slot.start_time, timeText(slot.start_time)))
  })
}

/** The one somebody most likely means: the first that can still be sold. */
export function likely(choices: readonly Choice[]): number {
  const found = choices.findIndex(({ left, isClosed, isPast }) => left !== 0 && !isClosed && !isPast)
  return Math.max(0, found)
}

/** The operator's wall clock as text that can be compared: "2026-11-22 14:05". */
export function wallClock(zone: string, at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`
}

export type Next = { day: string; name: string; time: string }

/** The first departure to come that has every word of a text: where to look when a day has none. */
export function nextMatch(days: RangeDays, text: string, timeText: (time: string) => string, now: string): Next | null {
  const words = plain(text).split(/\s+/).filter(Boolean)
  for (const day of Object.keys(days).sort()) {
    const found = (days[day] ?? [])
      .filter((entry) => entry.open_direct_timeslot_cnt > 0)
      .flatMap((entry) =>
        ('timeslots' in entry ? entry.timeslots : []).map(({ start_time }) => ({
          day,
          name: entry.experience.name,
          time: start_time,
        })),
      )
      .filter((one) => `${one.day} ${one.time}` >= now)
      .filter(({ name, time }) => says(words, plain(name), timesOf(time, timeText(time))))
      .sort((a, b) => a.time.localeCompare(b.time))
    if (found[0]) return found[0]
  }
  return null
}
