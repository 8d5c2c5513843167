import { describe, expect, it } from 'vitest'
import { htmlOf, textOf } from './text'

describe('htmlOf', () => {
  it.each([
    ['Water is wet.', '<p>Water is wet.</p>'],
    ['# Risks\n\nOne\nTwo', '<h2>Risks</h2><p>One<br>Two</p>'],
    ['- Cold\n- Deep', '<ul><li>Cold</li><li>Deep</li></ul>'],
    ['a < b & c', '<p>a &lt; b &amp; c</p>'],
    ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['  \n \n', ''],
  ])('%j', (text, html) => expect(htmlOf(text)).toBe(html))
})

it.each(['Water is wet.', '# Risks\n\nOne\nTwo\n\n- Cold\n- Deep\n\nThe end.', 'a < b & c'])('%j comes back', (text) =>
  expect(textOf(htmlOf(text))).toBe(text),
)
