'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportCheck, ImportFormat, ImportRowError } from '@/api/models'
import { buttonClass } from '@/components/ui/button-class'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { SimpleTable } from '@/components/ui/simple-table'
import { useFormat } from '@/lib/use-format'
import { useColumnName } from '../use-words'

type Props = { format: ImportFormat; check: Pick<ImportCheck, 'errors' | 'error_cnt'>; outcomeUrl: string | null }

/** What is wrong, by row and column, as far as it is shown here; all of it is in the file. */
export function ErrorsTable({ format, check, outcomeUrl }: Props) {
  const t = useTranslations('importer')
  const { number } = useFormat()
  const name = useNames(format)
  const [column, setColumn] = useState('')
  const [text, setText] = useState('')
  const found = check.errors.filter((one) => isShown(one, column, text))
  const used = [...new Set(check.errors.map((one) => one.column))]
  return (
    <section aria-labelledby="import-errors" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="import-errors" className="text-lg font-semibold">
          {t('problems', { count: check.error_cnt })}
        </h3>
        {outcomeUrl && (
          <a href={outcomeUrl} download className={buttonClass('secondary', 'sm')}>
            <Download aria-hidden className="size-4" />
            {t('problemFile')}
          </a>
        )}
      </div>
      <p className="max-w-prose text-sm text-pretty text-soft">{t('problemsText')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('filterColumn')}
          className="w-56"
          value={column}
          options={[{ id: '', name: t('everyColumn') }, ...used.filter(Boolean).map((id) => ({ id, name: name(id) }))]}
          onChange={setColumn}
        />
        <SearchField label={t('find')} value={text} onChange={setText} className="w-64" />
      </div>
      <Rows errors={found} name={name} />
      <p role="status" className="text-sm text-faint">
        {t('shown', { shown: number(found.length), all: number(check.error_cnt) })}
      </p>
    </section>
  )
}

function isShown(one: ImportRowError, column: string, text: string) {
  const words = `${one.line} ${one.value} ${one.message}`.toLowerCase()
  return (column === '' || one.column === column) && words.includes(text.trim().toLowerCase())
}

function useNames(format: ImportFormat) {
  const columnName = useColumnName()
  return (key: string) => {
    const column = format.columns.find((one) => one.key === key)
    return column ? columnName(column) : key
  }
}

function Rows({ errors, name }: { errors: ImportRowError[]; name: (key: string) => string }) {
  const t = useTranslations('importer')
  const columns = [
    { id: 'line', name: t('line'), isRowHeader: true, width: 'w-20' },
    { id: 'column', name: t('column'), width: 'w-44' },
    { id: 'value', name: t('value'), width: 'w-52' },
    { id: 'message', name: t('problem') },
  ]
  const cell = (one: ImportRowError, id: string) => {
    if (id === 'line') return String(one.line)
    if (id === 'column') return one.column ? name(one.column) : t('wholeRow')
    return id === 'value' ? one.value : one.message
  }
  return (
    <div className="rounded-xl border bg-surface">
      <SimpleTable
        label={t('problemList')}
        columns={columns}
        rows={errors}
        cell={cell}
        rowKey={(_, index) => index}
        phone={(one) => <PhoneRow one={one} name={name} />}
        empty={<p className="p-4 text-soft">{t('noneFound')}</p>}
      />
    </div>
  )
}

function PhoneRow({ one, name }: { one: ImportRowError; name: (key: string) => string }) {
  const t = useTranslations('importer')
  return (
    <div className="min-w-0 text-sm">
      <p className="font-medium">
        {t('lineNo', { line: one.line })}
        {one.column && ` · ${name(one.column)}`}
      </p>
      <p>{one.message}</p>
      {one.value && (
        <p className="truncate text-faint">
          <bdi>{one.value}</bdi>
        </p>
      )}
    </div>
  )
}
