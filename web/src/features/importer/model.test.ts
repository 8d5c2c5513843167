import { expect, it } from 'vitest'
import type { ImportColumn, ImportState } from '@/api/models'
import { dayRead, kindsOf, mapped, missingOf, samplesOf, stepOf, templateOf, unusedOf } from './model'

const column = (key: string, more: Partial<ImportColumn> = {}) =>
  ({ key, label: key, type: 'text', required: false, example: '', choices: [], aliases: [], ...more }) as ImportColumn

const at = (status: string, check: object | null = null) => ({ status, check }) as ImportState

it.each([
  [null, false, 'file'],
  [at('uploaded'), false, 'columns'],
  [at('mapping'), false, 'columns'],
  [at('mapping', {}), false, 'check'],
  [at('mapping', {}), true, 'columns'],
  [at('validating'), false, 'check'],
  [at('ready', {}), false, 'check'],
  [at('ready', {}), true, 'columns'],
  [at('running', {}), true, 'run'],
  [at('done_with_errors', {}), true, 'result'],
  [at('cancelled'), false, 'result'],
] as const)('knows at which step an import is: %j', (state, isMapping, expected) => {
  expect(stepOf(state, isMapping)).toBe(expected)
})

it('has a heading fill one column alone', () => {
  const before = { email: 'Mail', name: 'Guest' }
  expect(mapped(before, 'phone', 'Mail')).toEqual({ name: 'Guest', phone: 'Mail' })
  expect(mapped(before, 'email', null)).toEqual({ name: 'Guest' })
  expect(unusedOf(['Mail', 'Guest', 'Age'], before)).toEqual(['Age'])
})

it('names required columns that nothing fills', () => {
  const columns = [column('a', { required: true }), column('b', { required: true }), column('c')]
  expect(missingOf(columns, { mapping: { a: 'A' }, fixed: { b: '  ' } }).map((one) => one.key)).toEqual(['b'])
  expect(missingOf(columns, { mapping: { a: 'A' }, fixed: { b: 'x' } })).toEqual([])
})

it('shows different values of a heading, and no empty ones', () => {
  const rows = [
    ['1', 'x'],
    ['1', ''],
    ['2', 'y'],
    ['3', 'z'],
    ['4', 'w'],
  ]
  expect(samplesOf(['N', 'L'], rows, 'N')).toEqual(['1', '2', '3'])
  expect(samplesOf(['N', 'L'], rows, 'L')).toEqual(['x', 'y', 'z'])
})

it('writes a template that spreadsheets open', () => {
  const columns = [column('name', { example: 'Ann Lee' }), column('party', { example: '2 Adult, 1 "Child"' })]
  expect(templateOf(columns)).toBe('\uFEFFname,party\r\nAnn Lee,"2 Adult, 1 ""Child"""\r\n')
})

it('lists what somebody may import in the order of a move', () => {
  const formats = ['trips', 'customers', 'experiences', 'unknown'].map((object) => ({ object }) as never)
  expect(kindsOf(formats).map((one) => one.object)).toEqual(['experiences', 'customers', 'trips'])
})

it('reads a day the way it was said', () => {
  expect(dayRead('01/12/2026', 'dmy')).toBe('2026-12-01')
  expect(dayRead('01/12/2026', 'mdy')).toBe('2026-01-12')
  expect(dayRead('1.2.26', 'dmy')).toBe('2026-02-01')
  expect(dayRead('2026-12-01 09:00', 'ymd')).toBe('2026-12-01')
  expect(dayRead('13/13/2026', 'dmy')).toBeNull()
})
