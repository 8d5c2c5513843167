/** What the server draws ahead is a calendar like any other: all that can be drawn is in it. */
import { beforeEach, expect, it } from 'vitest'
import { forgetFirst } from '../first'
import messages from '../messages/calendar/en.json'
import { markupOf } from './drawn'
import { searchOf } from './page'
import { sampleOf } from './sample'

beforeEach(forgetFirst)

it.each([
  ['a few experiences', 3, false, ['class="dot"', 'Sample 3', 'disabled']],
  ['many experiences', 9, false, ['Shop 9 activities']],
  ['one experience', 9, true, ['class="title"', 'Adult $59', '1 left', 'class="about"']],
])('draws %s', (_name, count, isOne, parts) => {
  const { first, query, now } = sampleOf(messages, count, isOne)
  document.body.innerHTML = `<script type="application/json" id="first">${first}</script>`
  const markup = markupOf(searchOf(query), new Date(now))
  for (const part of ['has-availability', 'aria-current="date"', '$49', 'tel:+15550100', ...parts]) expect(markup).toContain(part)
})
