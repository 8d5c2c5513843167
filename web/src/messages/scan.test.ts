import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asker, scan, sources } from './scan'

/** The verdict over a few files made up for it. */
function over(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'scan-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return asker(scan(sources(root), root))
}

const body = (text: string) => `function A() { const t = useTranslations('trip'); ${text} }`

describe('a key is used', () => {
  it.each([
    ['by its name', body("return t('title')"), 'title'],
    ['by rich text', body("return t.rich('title', {})"), 'title'],
    ['by a choice', body("return t(a ? 'one' : b ? 'two' : 'title')"), 'title'],
    ['by a default', body("return t(a ?? 'title')"), 'title'],
    ['at once', "function A() { return useTranslations('trip')('title') }", 'title'],
    ['in a function inside', body("const f = () => { return [1].map(() => t('title')) }"), 'title'],
    [
      'by a pattern whose fill is a word',
      body("const all = ['paid'] as const; return t(`state_${all[0]}`)"),
      'state_paid',
    ],
    [
      'by a pattern whose fill is a code',
      body("const code = 'a.b'; return t(`can_${code.replace('.', '_')}`)"),
      'can_a_b',
    ],
    ['by a variable of its file', body("const row = { name: 'title' }; return t(row.name)"), 'title'],
    ['by a typed parameter', "const f = (t: ReturnType<typeof useTranslations<'trip'>>) => t('title')", 'title'],
    ['by a named type', "type T = ReturnType<typeof useTranslations<'trip'>>\nconst f = (t: T) => t('title')", 'title'],
    ['by a translator of unknown kind', "const f = (t: Translator) => t('title')", 'title'],
  ])('%s', (_, text, key) => expect(over({ 'a.tsx': text }).isUsed('trip', key)).toBe(true))

  it('by a variable that comes from an imported file', () => {
    const asked = over({
      'a.tsx': `import { rows } from './rows'\n${body('return rows.map((row) => t(row))')}`,
      'rows.ts': "export const rows = ['title'] as const",
    })
    expect(asked.isUsed('trip', 'title')).toBe(true)
    expect(asked.isUsed('trip', 'other')).toBe(false)
  })
})

describe('a key is not used', () => {
  it.each([
    ['by another namespace', "function A() { const t = useTranslations('shell'); return t('title') }", 'title'],
    ['by a namesake that is shadowed', body("return rows.map((t) => t('title'))"), 'title'],
    ['by a word that nobody asks for', body("return 'title'"), 'title'],
    ['by a pattern whose fill nobody names', body('return t(`state_${state}`)'), 'state_gone'],
    ['by another function of that name', "const t = (x: string) => x; t('title')", 'title'],
    ['by a test', '', 'title'],
  ])('%s', (_, text, key) =>
    expect(over({ 'a.tsx': text, 'a.test.tsx': body("return t('title')") }).isUsed('trip', key)).toBe(false),
  )

  it('in a function that speaks of another namespace', () => {
    const two = `${body("return t('own')")}\nfunction B() { const t = useTranslations('shell'); return t('title') }`
    const asked = over({ 'a.tsx': two })
    expect([asked.isUsed('trip', 'own'), asked.isUsed('trip', 'title')]).toEqual([true, false])
    expect([asked.isUsed('shell', 'own'), asked.isUsed('shell', 'title')]).toEqual([false, true])
  })
})

it('lets a pattern of the allow-list be filled with anything, and knows a stale one', () => {
  const asked = over({ 'a.tsx': body('return t(`error_${code}`)') })
  expect(asked.isUsed('trip', 'error_sold_out')).toBe(false)
  expect(asked.isUsed('trip', 'error_sold_out', ['error_'])).toBe(true)
  expect([asked.hasPattern('trip', 'error_'), asked.hasPattern('trip', 'state_')]).toEqual([true, false])
})

it('names what is asked for and not there', () => {
  const asked = over({ 'a.tsx': body("return [t('title'), t('gone'), t(`no_${x}`), t(`state_${x}`), t(row.key)]") })
  const missing = asked.missing(() => ['title', 'state_paid'])
  expect(missing.map((line) => line.replace(/^.*: /, ''))).toEqual(['trip.gone', 'trip.no_*'])
})
