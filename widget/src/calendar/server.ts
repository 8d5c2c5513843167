/** The entry of what the server runs: one function, called with JSON. */
import { markupOf } from './drawn'
import { searchOf, setUp, type Asked } from './page'

Object.assign(globalThis, {
  drawCalendar: (asked: Asked): string => {
    setUp(asked)
    return markupOf(searchOf(asked.query), new Date(asked.now))
  },
})
