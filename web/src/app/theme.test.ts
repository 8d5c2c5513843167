import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tsx|css)$/.test(name))

// A colour that fades would, when light turns dark, be for a moment that of the one theme on the ground of the other.
test('no colour fades', () => {
  const fading = files.filter((name) =>
    /transition-(colors|all)\b|(['" ])transition(['" ])|transition:.*(color|all|background)/.test(
      readFileSync(join(source, name), 'utf8'),
    ),
  )
  expect(fading).toEqual([])
})

// The browser answers it anew, by a look at every element, each time that one comes or goes (ADR 73).
test('no style asks the whole page what it contains', () => {
  const asking = files.filter((name) =>
    /(html|body|:root)[^\s'"`{]*:has\(/.test(readFileSync(join(source, name), 'utf8')),
  )
  expect(asking).toEqual([])
})
