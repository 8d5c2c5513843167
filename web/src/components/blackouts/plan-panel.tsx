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
import { changePlanQuery, fieldWords, planQuery, targetsQuery } from './api'
import { ConflictList } from './conflict-list'
import { bodyOf, changeOf, type BlackoutForm, type BlackoutKind } from './model'
import { useSpanWords, useZone } from './use-words'

/** What saving a new one would do: when, what it joins, and whatever is on then. */
export function PlanPanel({ kind }: { kind: BlackoutKind }) {
  const zone = useZone()
  const { ids, body } = useRested((form) => ({ ids: form.ids, body: form.ids.length ? bodyOf(form, zone) : null }))
  return <Planned kind={kind} query={planQuery(kind, ids, body)} isWhole={body !== null} />
}

/** The same for a change of one that is there, or of its series. */
export function ChangePlanPanel({ kind, id }: { kind: BlackoutKind; id: number }) {
  const zone = useZone()
  const body = useRested((form) => changeOf(form, zone))
  return <Planned kind={kind} query={changePlanQuery(kind, id, body)} isWhole={body !== null} />
}

/** What a form asks for, once nobody has typed for a moment. */
function useRested<T>(read: (form: BlackoutForm) => T): T {
  const form = useFormContext<BlackoutForm>().watch()
  return JSON.parse(useDebounced(JSON.stringify(read(form)), 350)) as T
}

type PlannedProps = {
  kind: BlackoutKind
  query: ReturnType<typeof planQuery> | ReturnType<typeof changePlanQuery>
  isWhole: boolean
}

function Planned({ kind, query, isWhole }: PlannedProps) {
  const t = useTranslations('blackouts')
  const errorText = useErrorText()
  const { data, error, isFetching } = useQuery(query as ReturnType<typeof planQuery>)
  if (!isWhole) return <p className="text-sm text-soft">{t('planWaits')}</p>
  if (error) return <Notice tone="bad">{fieldWords(error) ?? errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-16" />
  return (
    <>
      <section aria-live="polite" aria-busy={isFetching} className="space-y-3 rounded-lg border bg-sunken/50 p-4">
        <h3 className="font-semibold">{t('planTitle')}</h3>
        <Times plan={data} />
        {data.merged.length > 0 && <p className="text-sm text-soft">{t('joins', { count: data.merged.length })}</p>}
        <Conflicts kind={kind} plan={data} />
      </section>
      {data.conflicts.length > 0 && (
        // Stays in sight: nobody saves without having seen that something is on then.
        <div className="sticky bottom-0 z-10">
          <Notice tone="warn">
            <strong className="font-semibold">{t('conflicts', { count: data.conflicts.length })}</strong>{' '}
            {t(`stay_${kind}`)}
          </Notice>
        </div>
      )}
    </>
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
  return <ConflictList rows={plan.conflicts} nameOf={nameOf} />
}
