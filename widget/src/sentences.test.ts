import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SENTENCES } from './testing/sentences'

/** A title stands after `it(`, after `describe(`, or after the table of an `each`; rows of a table name themselves first. */
const TITLES = [/\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g, /\]\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g, /^\s*\[(['"`])((?:\\.|(?!\1).)*)\1/gm, /each\(\w+\)\((['"`])((?:\\.|(?!\1).)*)\1/g]

const known = new Map<string, Set<string>>()

function titlesOf(file: string): Set<string> {
  const found = known.get(file)
  if (found) return found
  const source = readFileSync(file, 'utf8')
  const titles = new Set(TITLES.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[2]!.replaceAll("\\'", "'"))))
  known.set(file, titles)
  return titles
}

describe('what is said of the calendar', () => {
  it.each(SENTENCES.map((sentence) => [sentence[0], sentence[1], sentence.slice(2)] as const))('%s: %s', (_section, _says, tests) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const test of tests) {
      const [file, title] = test.split(/: (.*)/s) as [string, string]
      expect([...titlesOf(file)], `${file} has no test "${title}"`).toContain(title)
    }
  })

  it('is told by sentences of each of its sections', () => {
    const cnt = (section: string): number => SENTENCES.filter(([from]) => from === section).length
    expect(['2.6', '3.3', '4.2', '5', '6', '7.1', '8', '9'].map((section) => [section, cnt(section)])).toEqual([
      ['2.6', 36], ['3.3', 3], ['4.2', 10], ['5', 8], ['6', 5], ['7.1', 6], ['8', 2], ['9', 8],
    ])
  })
})
