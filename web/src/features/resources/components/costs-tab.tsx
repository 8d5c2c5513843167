'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DepartureCost, DepartureCosts } from '@/api/models'
import { SaveBar } from '@/components/save-bar'
import { buttonClass } from '@/components/ui/button-class'
import { cx } from '@/components/ui/cx'
import { MoneyField } from '@/components/ui/money-field'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { costsQuery, saveCosts } from '../api'
import { changedCosts, withCost, type CostKind, type CostPart } from '../costs'

/** What guides are paid and resources cost: reports take it off what departures earn. */
export function CostsTab() {
  const { data, error, refetch } = useQuery(costsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  if (data.guides.length + data.resources.length === 0) return <NothingYet />
  return <CostsForm saved={data} />
}

/** Who has neither guides nor resources sees what is set here, and where those come from. */
function NothingYet() {
  const t = useTranslations('resources')
  return (
    <EmptyState icon={<Coins aria-hidden className="size-6" />} title={t('costsEmptyTitle')} text={t('costsEmptyText')}>
      <AppLink to="resources" params={{}} className={buttonClass('secondary')}>
        {t('tab_groups')}
      </AppLink>
      <AppLink to="guides" params={{}} className={buttonClass('secondary')}>
        {t('costsGuides')}
      </AppLink>
    </EmptyState>
  )
}

function useCosts(saved: DepartureCosts) {
  const t = useTranslations('resources')
  const queries = useQueryClient()
  const [costs, setCosts] = useState(saved)
  const changes = changedCosts(saved, costs)
  const save = useMutation({
    mutationFn: () => saveCosts(changes),
    onSuccess: (answer) => {
      queries.setQueryData(costsQuery.queryKey, answer)
      setCosts(answer)
      toast(t('costsSaved'))
    },
  })
  return { costs, setCosts, save, isDirty: changes.guides.length + changes.resources.length > 0 }
}

function CostsForm({ saved }: { saved: DepartureCosts }) {
  const t = useTranslations('resources')
  const errorText = useErrorText()
  const { costs, setCosts, save, isDirty } = useCosts(saved)
  return (
    <form
      noValidate
      className="max-w-3xl space-y-8"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p className="max-w-prose text-sm text-pretty text-soft">{t('costsText')}</p>
      <CostGroup kind="guides" title={t('costsGuides')} costs={costs} onChange={setCosts} />
      <CostGroup kind="resources" title={t('title')} costs={costs} onChange={setCosts} />
      <SaveBar isDirty={isDirty} isPending={save.isPending} onReset={() => setCosts(saved)}>
        {save.isError && <Notice tone="bad">{errorText(save.error)}</Notice>}
      </SaveBar>
    </form>
  )
}

type GroupProps = { kind: CostKind; title: string; costs: DepartureCosts; onChange: (costs: DepartureCosts) => void }

const parts = ['per_departure', 'per_hour'] as const
const rowClass = 'grid items-end gap-x-4 gap-y-3 px-4 sm:grid-cols-[1fr_10rem_10rem]'

function CostGroup({ kind, title, costs, onChange }: GroupProps) {
  const t = useTranslations('resources')
  if (costs[kind].length === 0) return null
  return (
    <section className="space-y-3">
      <div className={cx(rowClass, 'max-sm:px-0')}>
        <h2 className="font-semibold">{title}</h2>
        {parts.map((part) => (
          // Above the fields where they stand side by side; each field says it by itself to who hears the page.
          <span key={part} aria-hidden className="text-sm font-medium text-soft max-sm:hidden">
            {t(`cost_${part}`)}
          </span>
        ))}
      </div>
      <CostRows
        rows={costs[kind]}
        currency={costs.currency}
        onChange={(id, part, amount) => onChange(withCost(costs, kind, id, part, amount))}
      />
    </section>
  )
}

type RowsProps = {
  rows: DepartureCost[]
  currency: string
  onChange: (id: number, part: CostPart, amount: number | null) => void
}

function CostRows({ rows, currency, onChange }: RowsProps) {
  const t = useTranslations('resources')
  return (
    <ul className="divide-y rounded-xl border bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="py-3 sm:[&_label]:sr-only">
          <div role="group" aria-label={row.name} className={rowClass}>
            <p className="min-w-0 self-center wrap-anywhere">
              <bdi className="font-medium">{row.name}</bdi>
              {row.group_name && <bdi className="block text-xs text-soft">{row.group_name}</bdi>}
            </p>
            {parts.map((part) => (
              <MoneyField
                key={part}
                label={t(`cost_${part}`)}
                value={row[part]}
                minValue={0}
                currency={currency}
                onChange={(amount) => onChange(row.id, part, amount)}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
