'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { fileOf } from '../answers'
import type { FieldValue } from '../types'

/** Answers to the operator's own questions, as far as there are any. */
export function FieldValues({ values }: { values: readonly FieldValue[] }) {
  const say = useAnswer()
  return values
    .filter(({ value }) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map((one) => (
      <span key={one.custom_field_id}>
        <span className="text-faint">
          <bdi>{one.label}</bdi>:
        </span>{' '}
        {fileOf(one.value) ? <FileLink of={one} /> : say(one.value)}
      </span>
    ))
}

function FileLink({ of }: { of: FieldValue }) {
  return (
    <a href={`/downloadCustomField/${of.key}`} download className="text-accent hover:underline">
      {fileOf(of.value)?.name}
    </a>
  )
}

/** An answer as people read it. */
export function useAnswer() {
  const t = useTranslations('trip')
  const format = useFormat()
  return (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return format.shortList(value.map(String))
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(value, 'medium') : String(value)
  }
}
