'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { SecondFactorFor } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { policyQuery, savePolicy } from '../api'
import { useDeed } from '../use-deed'

const choices = ['nobody', 'owners', 'everybody'] as const

/** What an owner demands of everybody who signs in here. */
export function PolicyCard() {
  const t = useTranslations('profile')
  const queries = useQueryClient()
  const operator = useSession()?.account.name ?? ''
  const { data, error, refetch } = useQuery(policyQuery)
  const save = useDeed(savePolicy, (policy) => {
    queries.setQueryData(policyQuery.queryKey, policy)
    toast.success(t('policySaved'))
  })
  const options = choices.map((id) => ({ id: id as SecondFactorFor, name: t(`policy_${id}`) }))
  const shown = save.isPending ? save.variables : data?.second_factor_for
  return (
    <Card title={t('policyTitle', { operator })}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data && (
        <div className="flex flex-col gap-4">
          <RadioGroup
            label={t('policyLabel')}
            hint={t('policyHint')}
            options={options}
            value={shown ?? null}
            onChange={(wanted) => save.mutate(wanted)}
          />
          <People people={data.people} />
        </div>
      )}
    </Card>
  )
}

function People({ people }: { people: { id: number; name: string; has_second_factor: boolean }[] }) {
  const t = useTranslations('profile')
  return (
    <ul aria-label={t('policyPeople')} className="grid gap-x-6 gap-y-1 border-t pt-4 text-sm sm:grid-cols-2">
      {people.map((person) => (
        <li key={person.id} className="flex items-center gap-2">
          {person.has_second_factor ? (
            <ShieldCheck aria-label={t('hasFactor')} className="size-4 shrink-0 text-good" />
          ) : (
            <ShieldAlert aria-label={t('hasNoFactor')} className="size-4 shrink-0 text-faint" />
          )}
          <span className="truncate">{person.name}</span>
        </li>
      ))}
    </ul>
  )
}
