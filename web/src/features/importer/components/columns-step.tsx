'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { ImportDetection, ImportFormat, ImportState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts'
import { useFormat } from '@/lib/use-format'
import { detect, importQuery, preflight } from '../api'
import { draftOf, missingOf, unusedOf, type Draft, type Kind } from '../model'
import { useColumnName } from '../use-words'
import { ColumnTable } from './column-table'
import { PresetChoice } from './preset-choice'
import { Questions } from './questions'

type Props = { kind: Kind; format: ImportFormat; state: ImportState; onChecked: () => void }

/** What the columns of the file are: guessed, shown with what is in them, changed where it is wrong. */
export function ColumnsStep({ kind, format, state, onChecked }: Props) {
  const [preset, setPreset] = useState(state.preset)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['import-detect', state.iej_id, kind, preset],
    queryFn: () => detect(state.iej_id, kind, preset),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || isFetching) return <Skeleton className="h-96 w-full" />
  return (
    <div className="space-y-6">
      <PresetChoice format={format} value={data.preset_guess} onChange={setPreset} />
      <Mapping key={data.preset_guess} {...{ format, state, onChecked }} found={data} />
    </div>
  )
}

type MappingProps = Omit<Props, 'kind'> & { found: ImportDetection }

function Mapping({ format, state, found, onChecked }: MappingProps) {
  const t = useTranslations('importer')
  const client = useQueryClient()
  const { draft, change, forget } = useDraft(state, found)
  const check = useMutation({
    mutationFn: () => preflight(bodyOf(state.iej_id, format.object, draft)),
    onSuccess: async () => {
      forget()
      await client.invalidateQueries({ queryKey: importQuery(state.iej_id).queryKey })
      onChecked()
    },
  })
  const missing = missingOf(format.columns, draft)
  const fields = check.error instanceof ApiError ? check.error.fields : {}
  return (
    <form
      className="space-y-8"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate()
      }}
    >
      <ColumnTable {...{ format, found, draft, fields }} onChange={change} />
      <Unused found={found} draft={draft} />
      <Questions {...{ format, found, draft, fields }} onChange={change} />
      {missing.length > 0 && <Missing columns={missing} />}
      {check.error && <Refusal error={check.error} fields={fields} />}
      <Button type="submit" look="primary" isDisabled={missing.length > 0} isPending={check.isPending}>
        {t('check')}
      </Button>
    </form>
  )
}

/** What is said about the columns: kept in this tab until it is checked, so that a reload loses nothing. */
function useDraft(state: ImportState, found: ImportDetection) {
  const place = `outfitter:import:${state.iej_id}:${found.preset_guess}`
  const [draft, setDraft] = useState<Draft>(() => {
    // What was said before counts, unless another system's names were chosen since.
    const begun = draftOf(state, found)
    const isSaid = state.check !== null && state.preset === found.preset_guess
    return readDraft<Draft>(place) ?? (isSaid ? { ...begun, mapping: state.mapping } : begun)
  })
  const change = (more: Partial<Draft>) => {
    keepDraft(place, { ...draft, ...more })
    setDraft((before) => ({ ...before, ...more }))
  }
  return { draft, change, forget: () => dropDraft(place) }
}

const bodyOf = (iej: number, object: string, draft: Draft) => ({
  iej_id: iej,
  object,
  mapping: draft.mapping,
  fixed: Object.fromEntries(Object.entries(draft.fixed).filter(([, text]) => text.trim())),
  options: {
    mode: draft.mode,
    dry_run: draft.isDry,
    time_zone: draft.zone,
    currency: draft.currency,
    date_format: draft.dateFormat,
    decimal_sign: draft.decimalSign,
  },
})

/** Headings of the file that fill nothing: said, so that nobody misses them later. */
function Unused({ found, draft }: { found: ImportDetection; draft: Draft }) {
  const t = useTranslations('importer')
  const { list } = useFormat()
  const names = unusedOf(found.headings, draft.mapping)
  return names.length > 0 && <p className="text-sm text-pretty text-faint">{t('unused', { names: list(names) })}</p>
}

function Missing({ columns }: { columns: ImportFormat['columns'] }) {
  const t = useTranslations('importer')
  const { list } = useFormat()
  const name = useColumnName()
  return <Notice tone="warn">{t('missing', { names: list(columns.map(name)) })}</Notice>
}

/** What the server refuses, where no field shows it. */
function Refusal({ error, fields }: { error: Error; fields: Record<string, string[]> }) {
  const errorText = useErrorText()
  const isShown = Object.keys(fields).some((one) => one.startsWith('options.') || one.startsWith('mapping.'))
  return !isShown && <Notice tone="bad">{errorText(error)}</Notice>
}
