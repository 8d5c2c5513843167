'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportColumn, ImportDetection, ImportFormat } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Isolated } from '@/components/isolated'
import { Select } from '@/components/ui/select'
import { mapped, samplesOf, type Draft } from '../model'
import { useColumnName } from '../use-words'

type Props = {
  format: ImportFormat
  found: ImportDetection
  draft: Draft
  fields: Record<string, string[]>
  onChange: (more: Partial<Draft>) => void
}

/** Every column that matters, the heading that fills it, and what stands there. */
export function ColumnTable(props: Props) {
  const { format, draft } = props
  const t = useTranslations('importer')
  // What was filled when the screen opened stays in view, whatever is taken off it.
  const [first] = useState(() => new Set(Object.keys(draft.mapping)))
  const [isWhole, setWhole] = useState(false)
  const shown = format.columns.filter((one) => isWhole || one.required || first.has(one.key) || draft.mapping[one.key])
  const rest = format.columns.length - shown.length
  return (
    <section aria-label={t('step_columns')}>
      <p className="mb-4 max-w-prose text-pretty text-soft">{t('columnsText')}</p>
      <ul className="divide-y rounded-xl border bg-surface">
        {shown.map((column) => (
          <ColumnRow key={column.key} column={column} {...props} />
        ))}
      </ul>
      {rest > 0 && (
        <Button look="quiet" className="mt-2" onPress={() => setWhole(true)}>
          {t('moreColumns', { count: rest })}
        </Button>
      )}
    </section>
  )
}

function ColumnRow({ column, found, draft, fields, onChange }: Props & { column: ImportColumn }) {
  const t = useTranslations('importer')
  const field = useColumnName()(column)
  const heading = draft.mapping[column.key] ?? null
  const options = [{ id: '', name: t('notInFile') }, ...found.headings.map((one) => ({ id: one, name: one }))]
  return (
    <li className="grid items-start gap-x-6 gap-y-2 p-4 sm:grid-cols-[minmax(9rem,1fr)_minmax(12rem,1fr)_minmax(0,1.4fr)]">
      <p className="font-medium sm:pt-2.5">
        {field} {column.required && <span className="text-sm font-normal text-accent">{t('required')}</span>}
      </p>
      <Select
        label={t('headingFor', { name: field })}
        isLabelHidden
        options={options}
        value={heading ?? ''}
        onChange={(id) => onChange({ mapping: mapped(draft.mapping, column.key, id === '' ? null : id) })}
        error={fields[`mapping.${column.key}`]?.[0]}
      />
      <Samples values={heading === null ? [] : samplesOf(found.headings, found.sample_rows, heading)} column={column} />
    </li>
  )
}

/** What stands in the file; for a column that nothing fills, how it would look. */
function Samples({ values, column }: { values: string[]; column: ImportColumn }) {
  const t = useTranslations('importer')
  if (values.length === 0) {
    return column.example ? (
      <p className="text-sm text-faint sm:pt-2.5">
        {t('forExample')} <bdi>{column.example}</bdi>
      </p>
    ) : null
  }
  return (
    <ul className="flex flex-wrap gap-1.5 sm:pt-2" aria-label={t('samples')}>
      {values.map((one) => (
        <li key={one} className="max-w-full truncate rounded-md bg-sunken px-2 py-1 text-sm tabular-nums">
          <Isolated>{one}</Isolated>
        </li>
      ))}
    </ul>
  )
}
