'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { RadioGroup } from '@/components/ui/radio-group'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { askReport, type FileFormat } from '../api'
import { useReportWords } from '../words'
import type { HeadProps } from './head-props'

type Props = HeadProps & { name: string; onClose: () => void }

/** A file of what the report shows now: made in the background, found among the jobs. */
export function FileDialog(props: Props) {
  const { onClose } = props
  const t = useTranslations('reports')
  const tables = useTranslations('tables')
  const [format, setFormat] = useState<FileFormat>('xlsx')
  const begin = useFile(props, format)
  const footer = (
    <Button look="primary" isPending={begin.isPending} onPress={() => begin.mutate()}>
      {t('export')}
    </Button>
  )
  const options: { id: FileFormat; name: string; note: string }[] = [
    { id: 'xlsx', name: tables('xlsx'), note: tables('xlsxHint') },
    { id: 'csv', name: tables('csv'), note: tables('csvHint') },
    { id: 'pdf', name: t('pdf'), note: t('pdfHint') },
  ]
  return (
    <Dialog title={t('export')} isOpen onClose={onClose} size="sm" footer={footer}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{t('exportText')}</p>
        <RadioGroup
          label={tables('exportFormat')}
          options={options}
          value={format}
          onChange={(id) => setFormat(id as FileFormat)}
        />
      </div>
    </Dialog>
  )
}

function useFile({ state, days, columns, name, onClose }: Props, format: FileFormat) {
  const tables = useTranslations('tables')
  const locale = useLocale()
  const words = useReportWords()
  const go = useGo()
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => {
      const labels = Object.fromEntries(columns.map(({ key, label }) => [key, words.column(key, label)]))
      const chosen = state.groups.length > 0 ? [] : state.columns
      return askReport(state, days, { limit: 1, file: { format, columns: chosen, labels, title: name, locale } })
    },
    onSuccess: () => {
      onClose()
      void client.invalidateQueries({ queryKey: ['jobs'] })
      void client.invalidateQueries({ queryKey: ['list', 'transfers'] })
      toast.success(tables('exportBegun'), {
        action: { label: tables('exportWatch'), onClick: () => go('importExportViewer', {}) },
      })
    },
    onError: (error) => toast.error(errorText(error)),
  })
}
