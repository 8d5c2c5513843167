import { describe, expect, it } from 'vitest'
import {
  canChooseDay,
  cellClasses,
  dayAvailability,
  dayButtons,
  isBookableDay,
  isEntryAvailable,
  seatsLeft,
  type Viewer,
} from './availability'
import { BLANK, cell, entry, experience, unlimited, viewer } from './testing/entries'
import type { DateEntry } from './types'

const visitor = viewer()
const staff = viewer({ isAuthenticated: true })
const staffFull = viewer({ isAuthenticated: true, showFull: true })

describe('availability of an entry', () => {
  it.each<[string, Partial<DateEntry>, Viewer, boolean]>([
    ['seats online', { online_availability_cnt: 3 }, visitor, true],
    ['no seats online', { total_availability_cnt: 9 }, visitor, false],
    ['open timeslots do not make seats', { open_online_timeslot_cnt: 2 }, visitor, false],
    ['unlimited with open online timeslots', { open_online_timeslot_cnt: 1 }, viewer({ list: [unlimited(1)] }), true],
    ['unlimited without open online timeslots', {}, viewer({ list: [unlimited(1)] }), false],
    ['unlimited, with seats online', { online_availability_cnt: 5 }, viewer({ list: [unlimited(1)] }), true],
    ['staff: seats in total', { total_availability_cnt: 1 }, staff, true],
    ['staff: online seats do not count', { online_availability_cnt: 1 }, staff, false],
    ['staff: unlimited', {}, viewer({ list: [unlimited(1)], isAuthenticated: true }), true],
    ['staff: sold-out display is on', {}, staffFull, true],
    ['visitors have no sold-out display', {}, viewer({ showFull: true }), false],
  ])('%s', (_name, changes, who, expected) => expect(isEntryAvailable(entry(changes), who)).toBe(expected))

  it('counts unlimited as 999 per entry', () => {
    const who = viewer({ list: [unlimited(1), experience(2)] })
    const entries = [
      entry({ open_online_timeslot_cnt: 1 }),
      entry({ experience_id: 2, online_availability_cnt: 4 }),
    ]
    expect(seatsLeft(entries[0]!, who)).toBe(999)
    expect(dayAvailability(entries, who)).toBe(1003)
  })
})

describe('a bookable day', () => {
  it.each<[string, Partial<DateEntry>[], Viewer, boolean]>([
    ['open online', [{ open_online_timeslot_cnt: 1 }], visitor, true],
    ['open direct only, for a visitor', [{ open_direct_timeslot_cnt: 1 }], visitor, false],
    ['open direct, for staff', [{ open_direct_timeslot_cnt: 1 }], staff, true],
    ['only the first entry counts', [{}, { open_online_timeslot_cnt: 3 }], visitor, false],
    ['nothing on', [], visitor, false],
  ])('%s', (_name, changes, who, expected) => expect(isBookableDay(cell(), changes.map(entry), who)).toBe(expected))

  it('is never past or blank', () => {
    const open = [entry({ open_online_timeslot_cnt: 1 })]
    expect(isBookableDay(cell({ isPast: true }), open, visitor)).toBe(false)
    expect(isBookableDay(BLANK, open, visitor)).toBe(false)
    expect(isBookableDay(cell({ isToday: true }), open, visitor)).toBe(true)
  })
})

describe('the buttons of a day', () => {
  const offered = (count: number) =>
    Array.from({ length: count }, (_, index) => entry({ experience_id: index + 1, online_availability_cnt: 2 }))
  const who = viewer({ list: [1, 2, 3, 4, 5].map((id) => experience(id)) })

  it.each([
    [1, 'each'],
    [3, 'each'],
    [4, 'shop'],
    [5, 'shop'],
  ])('%i experiences: %s', (count, kind) => expect(dayButtons(cell(), offered(count), who, null).kind).toBe(kind))

  it('counts what is sold out among them, and shows nothing where all is', () => {
    const gone = entry({ experience_id: 4 })
    expect(dayButtons(cell(), [...offered(3), gone], who, null)).toEqual({ kind: 'shop', count: 4 })
    const buttons = dayButtons(cell(), [...offered(2), gone], who, null)
    expect(buttons.kind === 'each' && buttons.entries.map((item) => item.experience_id)).toEqual([1, 2, 4])
    expect(dayButtons(cell(), [gone], who, null).kind).toBe('none')
  })

  it('says Choose with an experience, and nothing on past days', () => {
    expect(dayButtons(cell(), offered(1), who, 1).kind).toBe('choose')
    expect(dayButtons(cell({ isPast: true }), offered(3), who, null).kind).toBe('none')
    expect(dayButtons(BLANK, offered(3), who, null).kind).toBe('none')
    expect(dayButtons(cell(), [entry()], who, 1).kind).toBe('none')
  })
})

describe('the states of a cell', () => {
  const free = [entry({ online_availability_cnt: 1 })]
  it.each<[string, Parameters<typeof cellClasses>, string]>([
    ['free', [cell(), free, visitor, false], 'day today-or-future has-experiences has-availability'],
    ['today and selected', [cell({ isToday: true }), free, visitor, true], 'day today-or-future today selected has-experiences has-availability'],
    ['sold out, for a visitor', [cell(), [entry()], visitor, false], 'day today-or-future has-experiences no-availability'],
    ['sold out, with the display on', [cell(), [entry()], staffFull, false], 'day today-or-future has-experiences sold-out'],
    ['nothing on', [cell(), [], visitor, false], 'day today-or-future no-experiences no-availability'],
    ['past', [cell({ isPast: true }), free, visitor, false], 'day past has-experiences no-availability'],
    ['blank', [BLANK, [], visitor, false], 'day blank'],
  ])('%s', (_name, [shown, entries, who, isSelected], expected) =>
    expect(cellClasses(shown, entries, who, isSelected)).toBe(expected),
  )

  it('a click does nothing where nothing is on, unless an experience was chosen', () => {
    expect(canChooseDay(cell(), [], null)).toBe(false)
    expect(canChooseDay(cell(), [], 12)).toBe(true)
    expect(canChooseDay(cell(), free, null)).toBe(true)
    expect(canChooseDay(cell({ isPast: true }), free, 12)).toBe(false)
    expect(canChooseDay(BLANK, free, 12)).toBe(false)
  })
})
