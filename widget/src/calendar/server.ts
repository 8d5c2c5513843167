/** The entry of what the server runs: functions that are called with JSON. */
import type { First } from '../first'
import { markupOf } from './drawn'
import { searchOf, setUp, type Asked } from './page'
import { sampleOf } from './sample'

function drawCalendar(asked: Asked): string {
  setUp(asked)
  return markupOf(searchOf(asked.query), new Date(asked.now))
}

Object.assign(globalThis, {
  drawCalendar,
  /** Draws calendars of every kind so many times; whoever comes then finds all of it compiled. */
  warmUp: (messages: NonNullable<First['messages']>, times: number): number => {
    let length = 0
    for (let time = 0; time < times; time += 1) {
      for (const [count, isOne] of [[3, false], [9, false], [9, true]] as const) length += drawCalendar(sampleOf(messages, count, isOne)).length
    }
    return length
  },
})
