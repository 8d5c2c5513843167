'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportFormat, ImportState } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { formatsQuery, importQuery } from '../api'
import { stepOf, type Kind } from '../model'
import { useKindName } from '../use-words'
import { CheckStep } from './check-step'
import { ColumnsStep } from './columns-step'
import { FileStep } from './file-step'
import { ResultStep } from './result-step'
import { RunStep } from './run-step'
import { StepsBar } from './steps-bar'

/** One import from its file to its result; the address names it, so it is found again after leaving. */
export function ImportScreen({ kind }: { kind: Kind }) {
  const t = useTranslations('importer')
  const kindName = useKindName()
  const iej = Number(useQueryParam('iej') ?? 0)
  const formats = useQuery(formatsQuery)
  const state = useQuery({ ...importQuery(iej), enabled: iej > 0 })
  const format = formats.data?.find((one) => one.object === kind)
  const failed = formats.error ?? (iej > 0 ? state.error : null)
  const isLoading = !formats.data || (iej > 0 && !state.data)
  return (
    <PageBody>
      <SetupHeader
        page="importer"
        title={t('importKind', { name: kindName(kind) })}
        parents={[{ to: 'importer', params: {}, label: t('title') }]}
      />
      {failed && isLoading && <ErrorState error={failed} onRetry={() => void formats.refetch()} />}
      {!failed && isLoading && <Skeleton className="h-96 w-full" />}
      {!isLoading && format && <Import kind={kind} format={format} state={state.data ?? null} />}
      {!isLoading && !format && <p className="text-soft">{t('notAllowed')}</p>}
    </PageBody>
  )
}

type Props = { kind: Kind; format: ImportFormat; state: ImportState | null }

function Import({ kind, format, state }: Props) {
  // Which import somebody went back to the columns of.
  const [mappedAnew, mapAnew] = useState<number | null>(null)
  const isMapping = state !== null && mappedAnew === state.iej_id
  const client = useQueryClient()
  const go = useGo()
  const step = stepOf(state, isMapping)
  const keep = (next: ImportState) => client.setQueryData(importQuery(next.iej_id).queryKey, next)
  const uploaded = (next: ImportState) => {
    keep(next)
    go('importer', { importObject: kind }, { query: `iej=${next.iej_id}`, replace: true })
  }
  const again = () => go('importer', { importObject: kind })
  return (
    <div className="space-y-8">
      <StepsBar step={step} fileName={state?.file_name} />
      {step === 'file' && <FileStep kind={kind} format={format} onUploaded={uploaded} />}
      {state && step === 'columns' && (
        <ColumnsStep key={state.iej_id} kind={kind} format={format} state={state} onChecked={() => mapAnew(null)} />
      )}
      {state && step === 'check' && (
        <CheckStep format={format} state={state} onChange={() => mapAnew(state.iej_id)} onStarted={keep} />
      )}
      {state && step === 'run' && <RunStep kind={kind} state={state} onChanged={keep} />}
      {state && step === 'result' && (
        <ResultStep kind={kind} format={format} state={state} onChanged={keep} onAgain={again} />
      )}
    </div>
  )
}
