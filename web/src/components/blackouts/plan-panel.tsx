'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { BlackoutConflict, BlackoutPlan } from '@/api/models'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { fieldWords, planQuery, targetsQuery } from './api'
import { ConflictList } from './conflict-list'
import { bodyOf, type BlackoutForm, type BlackoutKind } from './model'
import { useSpanWords, useZone } from './use-words'

/** What saving would do: when, what it joins, and whatever is on then. `own` is the one being changed. */
export function PlanPanel({ kind, own }: { kind: BlackoutKind; own?: number }) {
  const t = useTranslations('blackouts')
  const errorText = useErrorText()
  const zone = useZone()
  const form = useFormContext<BlackoutForm>().watch()
  const text = useDebounced(JSON.stringify(form.ids.length ? bodyOf(form, zone) : null), 350)
  const ids = useDebounced(form.ids.join(), 350)
  const body = JSON.parse(text) as ReturnType<typeof bodyOf>
  const { data, error, isFetching } = useQuery(planQuery(kind, ids ? ids.split(',').map(Number) : [], body))
  if (!body) return <p className="text-sm text-soft">{t('planWaits')}</p>
  if (error) return <Notice tone="bad">{fieldWords(error) ?? errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-16" />
  return (
    <section aria-live="polite" aria-busy={isFetching} className="space-y-3 rounded-lg border bg-sunken/50 p-4">
      <h3 className="font-semibold">{t('planTitle')}</h3>
      <Times plan={data} />
      <Joined count={data.merged.filter((id) => id !== own).length} />
      <Conflicts kind={kind} plan={data} />
    </section>
  )
}

function Times({ plan }: { plan: BlackoutPlan }) {
  const t = useTranslations('blackouts')
  const words = useSpanWords()
  const [first] = plan.times
  const last = plan.times.at(-1)
  if (!first || !last) return null
  if (plan.times.length === 1) return <p className="text-sm tabular-nums">{words(first)}</p>
  return (
    <p className="text-sm tabular-nums">
      {t('timesFromTo', { count: plan.times.length, first: words(first), last: words(last) })}
    </p>
  )
}

function Joined({ count }: { count: number }) {
  const t = useTranslations('blackouts')
  return count > 0 ? <p className="text-sm text-soft">{t('joins', { count })}</p> : null
}

function Conflicts({ kind, plan }: { kind: BlackoutKind; plan: BlackoutPlan }) {
  const t = useTranslations('blackouts')
  const { data: targets } = useQuery(targetsQuery(kind))
  if (plan.conflicts.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-good">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {t('noConflicts')}
      </p>
    )
  }
  const nameOf = (row: BlackoutConflict) =>
    targets?.find((one) => one.id === (row.resource_id ?? row.guide_avatar_id))?.name
  return (
    <div className="space-y-2">
      <Notice tone="warn">
        <strong className="font-semibold">{t('conflicts', { count: plan.conflicts.length })}</strong>{' '}
        {t(`stay_${kind}`)}
      </Notice>
      <ConflictList rows={plan.conflicts} nameOf={nameOf} />
    </div>
  )
}
