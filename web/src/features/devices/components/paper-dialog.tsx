'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { PaperPreviewIn, PrintSettings, PrintTemplate } from '@/api/device-models'
import { FormChecks, FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import * as rules from '@/lib/rules'
import { useDebounced } from '@/lib/use-debounced'
import { previewQuery, printSettingsQuery, saveTemplate } from '../printing-api'
import { papers, type PaperKind } from '../print-choices'

const schema = z.looseObject({ footer: rules.trimmed(300) })
const shown = ['fields', 'footer']
type Values = { fields: string[]; footer: string; paper: (typeof papers)[number] }

/** What is on papers of a kind, with a picture of what comes out beside it. */
export function PaperDialog({ paper, onClose }: { paper: PrintTemplate; onClose: () => void }) {
  const t = useTranslations('printing')
  const queries = useQueryClient()
  const kind = paper.kind as PaperKind
  const isLabel = kind === 'label'
  const options = papers.filter((id) => isLabel === (id === 'label_4x2' || id === 'wristband') || kind === 'ticket')
  return (
    <FormDialog<Values, PrintSettings>
      title={t(`kind_${kind}`)}
      size="lg"
      values={{ fields: paper.fields, footer: paper.footer, paper: isLabel ? 'wristband' : 'roll_80' }}
      schema={schema}
      shown={shown}
      save={({ fields, footer }) => saveTemplate({ kind, fields, footer, version: paper.version })}
      onSaved={(settings) => {
        queries.setQueryData(printSettingsQuery.queryKey, settings)
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="space-y-5">
          <FormChecks
            name="fields"
            label={t('fields')}
            options={paper.all_fields.map((id) => ({ id, name: t(`field_${id as 'logo'}`) }))}
          />
          <FormText name="footer" label={t('footer')} hint={t('footerHint')} />
          <FormSelect
            name="paper"
            label={t('previewOn')}
            options={options.map((id) => ({ id, name: t(`paper_${id}`) }))}
          />
        </div>
        <Preview kind={kind} />
      </div>
    </FormDialog>
  )
}

function Preview({ kind }: { kind: PaperKind }) {
  const t = useTranslations('printing')
  const [fields, footer, paper] = useWatch<Values, ['fields', 'footer', 'paper']>({
    name: ['fields', 'footer', 'paper'],
  })
  const wanted = useMemo(() => ({ kind, fields, footer, paper, is_drawn: false }), [kind, fields, footer, paper])
  const body = useDebounced<PaperPreviewIn>(wanted, 300)
  const { data, error, refetch } = useQuery(previewQuery(body))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 rounded-md" />
  return (
    <div>
      <p className="mb-2 text-sm text-faint">{t('previewText')}</p>
      <div className="max-h-96 overflow-y-auto rounded-md border bg-white p-2">
        {data.pictures.map((picture, index) => (
          <img key={index} src={`data:image/png;base64,${picture}`} alt={t('previewAlt')} className="mx-auto w-full" />
        ))}
      </div>
    </div>
  )
}
