'use client'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { ColumnFacts, Condition, Scalar, TableOption } from './model'

/** Spans of days that mean the same tomorrow: stored as words, not as dates. */
export const presets = {
  today: ['today', 'today'],
  tomorrow: ['today+1', 'today+1'],
  next7: ['today', 'today+6'],
  next30: ['today', 'today+29'],
  upcoming: ['today', null],
  past: [null, 'today-1'],
  last7: ['today-6', 'today'],
  last30: ['today-29', 'today'],
} as const satisfies Record<string, readonly [string | null, string | null]>
export type Preset = keyof typeof presets

/** The preset a filter of days is; undefined when it names its own days. */
export function presetOf({ op, value }: Condition): Preset | undefined {
  if (op !== 'between') return undefined
  const names = Object.keys(presets) as Preset[]
  return names.find((name) => JSON.stringify(presets[name]) === JSON.stringify(value))
}

/** What an option is called: the reader's words for built-in slugs, else the operator's own. */
export type OptionName = (column: string, option: TableOption) => string

export type Labels = { column: (key: string) => string; option: OptionName }

/** Says one value of a column in words. */
function useValueWords({ option }: Labels) {
  const t = useTranslations('tables')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  return (facts: ColumnFacts, value: Scalar | undefined): string => {
    if (value === null || value === undefined) return '…'
    if (facts.kind === 'money') return format.money(Number(value), currency)
    if (facts.kind === 'number') return format.number(Number(value))
    if (facts.kind === 'bool') return value ? t('yes') : t('no')
    const known = facts.options?.find((each) => each.id === value)
    if (known) return option(facts.key, known)
    return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? format.day(String(value), 'medium') : String(value)
  }
}

/** Says a filter in words: "Status: Draft, Reserved". */
export function useFilterWords(labels: Labels) {
  const t = useTranslations('tables')
  const one = useValueWords(labels)
  const range = (facts: ColumnFacts, [low = null, high = null]: Scalar[]): string => {
    if (high === null) return t('from', { value: one(facts, low) })
    if (low === null) return t('upTo', { value: one(facts, high) })
    return low === high ? one(facts, low) : `${one(facts, low)} – ${one(facts, high)}`
  }
  const condition = (facts: ColumnFacts, asked: Condition): string => {
    const { op, value } = asked
    if (op === 'empty' || op === 'notEmpty') return t(op)
    const preset = presetOf(asked)
    if (preset) return t(`days_${preset}`)
    if (op === 'between' && Array.isArray(value)) return range(facts, value)
    const texts = (Array.isArray(value) ? value : [value]).map((each) => one(facts, each))
    const listed = texts.length > 3 ? t('several', { count: texts.length }) : texts.join(', ')
    if (op === 'ne' || op === 'nin') return t('isNot', { value: listed })
    const bound = { gt: '> ', gte: '≥ ', lt: '< ', lte: '≤ ' }[op] ?? ''
    return op === 'contains' ? `“${listed}”` : bound + listed
  }
  return { value: one, condition }
}
