'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { RadioGroup } from '@/components/ui/radio-group'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { exportNames } from './export-names'
import type { OptionName } from './filter-words'
import type { ColumnFacts, Question } from './model'

type Props = {
  table: string
  columns: { key: string; label: string }[]
  /** What the server says about the columns, and what the reader calls their values. */
  facts: readonly ColumnFacts[]
  optionName: OptionName
  question: Question
  /** Undefined while the list is still being counted. */
  total: number | undefined
  onClose: () => void
}
type Format = 'xlsx' | 'csv'
type Wanted = Omit<Props, 'total'> & { kind: Format }

/** A file of what the list shows now: these rows, these columns, in this order. */
export function ExportDialog({ total, ...props }: Props) {
  const { columns, onClose } = props
  const t = useTranslations('tables')
  const format = useFormat()
  const [kind, setKind] = useState<Format>('xlsx')
  const begin = useExport({ ...props, kind })
  const footer = (
    <Button look="primary" isPending={begin.isPending} onPress={() => begin.mutate()}>
      {total === undefined ? t('export') : t('exportRows', { count: total, shown: format.number(total) })}
    </Button>
  )
  return (
    <Dialog title={t('export')} isOpen onClose={onClose} size="sm" footer={footer}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{t('exportText', { columns: columns.length })}</p>
        <RadioGroup
          label={t('exportFormat')}
          options={[
            { id: 'xlsx', name: t('xlsx'), note: t('xlsxHint') },
            { id: 'csv', name: t('csv'), note: t('csvHint') },
          ]}
          value={kind}
          onChange={(id) => setKind(id as Format)}
        />
      </div>
    </Dialog>
  )
}

function useExport(wanted: Wanted) {
  const { onClose } = wanted
  const t = useTranslations('tables')
  const go = useGo()
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/importexport/export/create', { body: bodyOf(wanted) })),
    onSuccess: () => {
      onClose()
      void client.invalidateQueries({ queryKey: ['jobs'] })
      void client.invalidateQueries({ queryKey: ['list', 'transfers'] })
      toast.success(t('exportBegun'), {
        action: { label: t('exportWatch'), onClick: () => go('importExportViewer', {}) },
      })
    },
    onError: (error) => toast.error(errorText(error)),
  })
}

function bodyOf({ table, columns, facts, optionName, question, kind }: Wanted) {
  const { search, sort, filters } = question
  return {
    object: table,
    format: kind,
    search,
    sort,
    filters: filters as never,
    columns: columns.map(({ key, label }) => {
      const its = facts.find((one) => one.key === key)
      return { key, label, names: exportNames(its, optionName) }
    }),
    has_bom: true,
    tableView: null,
  }
}
