import type { ImportColumn, ImportDetection, ImportFormat, ImportState } from '@/api/models'

/** What can be imported, in the order in which an operator who changes systems needs it. */
export const kinds = [
  'experiences',
  'resources',
  'availabilities',
  'resellers',
  'customers',
  'trips',
  'waivers',
  'gift_cards',
  'offer_codes',
  'products',
] as const
export type Kind = (typeof kinds)[number]

export const isKind = (text: string | undefined): text is Kind => kinds.some((one) => one === text)

/** The kinds that this person may import, in order. */
export const kindsOf = (formats: readonly ImportFormat[]) =>
  kinds.flatMap((kind) => formats.find((one) => one.object === kind) ?? [])

export const steps = ['file', 'columns', 'check', 'run', 'result'] as const
export type Step = (typeof steps)[number]

const over = ['done', 'done_with_errors', 'failed', 'cancelled', 'expired']

/** Where an import is; somebody who goes back to its columns says so with `isMapping`. */
export function stepOf(state: ImportState | null, isMapping: boolean): Step {
  if (!state) return 'file'
  if (over.includes(state.status)) return 'result'
  if (state.status === 'running') return 'run'
  if (state.status === 'validating') return 'check'
  const isChecked = state.check !== null && (state.status === 'ready' || state.status === 'mapping')
  return isChecked && !isMapping ? 'check' : 'columns'
}

export type Draft = {
  mapping: Record<string, string>
  fixed: Record<string, string>
  mode: 'insert' | 'upsert' | 'skip'
  isDry: boolean
  zone: string
  currency: string
  dateFormat: 'ymd' | 'dmy' | 'mdy' | null
  decimalSign: '.' | ',' | null
}

/** What the mapping screen begins with: what was said before, else what the file looks like. */
export function draftOf(state: ImportState, found: ImportDetection): Draft {
  const { options } = state
  return {
    mapping: found.mapping_guess,
    fixed: state.fixed,
    mode: options.mode,
    isDry: options.dry_run,
    zone: options.time_zone,
    currency: options.currency,
    dateFormat: options.date_format,
    decimalSign: options.decimal_sign,
  }
}

/** Required columns that nothing fills yet. */
export const missingOf = (columns: readonly ImportColumn[], draft: Pick<Draft, 'mapping' | 'fixed'>) =>
  columns.filter((one) => one.required && !draft.mapping[one.key] && !draft.fixed[one.key]?.trim())

/** Fill a column from a heading; a heading fills one column alone. */
export function mapped(mapping: Record<string, string>, key: string, heading: string | null): Record<string, string> {
  const others = Object.entries(mapping).filter(([one, used]) => one !== key && used !== heading)
  return Object.fromEntries(heading === null ? others : [...others, [key, heading]])
}

/** Headings of the file that fill nothing: what of it stays behind. */
export const unusedOf = (headings: readonly string[], mapping: Record<string, string>) =>
  headings.filter((one) => !Object.values(mapping).includes(one))

/** The first few different values of a heading. */
export function samplesOf(headings: readonly string[], rows: readonly (readonly string[])[], heading: string) {
  const place = headings.indexOf(heading)
  const values = rows.map((row) => row[place] ?? '').filter((one) => one.trim())
  return [...new Set(values)].slice(0, 3)
}

/** The day (ISO) that a text like "03/04/26" is when its parts come in this order; null when it is none. */
export function dayRead(text: string, order: 'ymd' | 'dmy' | 'mdy'): string | null {
  const parts = text.match(/\d+/g)?.slice(0, 3) ?? []
  const { y = '', m = '', d = '' } = Object.fromEntries([...order].map((one, index) => [one, parts[index] ?? '']))
  const iso = `${y.length === 2 ? `20${y}` : y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return Number.isNaN(Date.parse(iso)) ? null : iso
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A file with the right headings and one row as an example. */
export function templateOf(columns: readonly ImportColumn[]): string {
  const rows = [columns.map((one) => one.key), columns.map((one) => one.example)]
  return `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}
