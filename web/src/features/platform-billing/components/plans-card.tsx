'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { archivePlan, deletePlan, plansQuery, type DeskPlan } from '../api'

const PlanDialog = late(() => import('./plan-dialog').then((file) => file.PlanDialog))

/** The plans there are; a changed price is for whoever takes it from now on. */
export function PlansCard() {
  const t = useTranslations('platformBilling')
  const [edited, setEdited] = useState<DeskPlan | 'new' | null>(null)
  const { data, error, refetch } = useQuery(plansQuery)
  const add = (
    <Button onPress={() => setEdited('new')}>
      <Plus aria-hidden className="size-4" />
      {t('newPlan')}
    </Button>
  )
  return (
    <Card title={t('plans')} actions={add}>
      <p className="mb-3 max-w-prose text-soft text-pretty">{t('plansText')}</p>
      {data ? (
        <ul className="divide-y">
          {data.plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {edited && <PlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function PlanRow({ plan, onEdit }: { plan: DeskPlan; onEdit: () => void }) {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  const archive = useDeed(archivePlan)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium">
          <bdi>{plan.name}</bdi> {plan.is_archived && <Badge>{t('archived')}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {format.money(plan.price, plan.currency)} · {plan.interval === 'year' ? t('byYear') : t('byMonth')} ·{' '}
          {t('operatorsOn', { count: plan.operators_cnt })}
        </p>
      </div>
      <Button size="sm" onPress={onEdit}>
        {t('edit')}
      </Button>
      <Button size="sm" isPending={archive.isPending} onPress={() => archive.mutate(plan)}>
        {plan.is_archived ? t('offerAgain') : t('archive')}
      </Button>
      <DeleteButton plan={plan} />
    </li>
  )
}

function DeleteButton({ plan }: { plan: DeskPlan }) {
  const t = useTranslations('platformBilling')
  const [isAsking, setAsking] = useState(false)
  const remove = useDeed(deletePlan)
  return (
    <>
      <Button size="sm" look="danger" onPress={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('deleteTitle', { name: plan.name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(plan, { onSettled: () => setAsking(false) })}
        confirmLabel={t('delete')}
        isPending={remove.isPending}
        isDanger
      >
        <p>{t('deleteText')}</p>
      </ConfirmDialog>
    </>
  )
}

function useDeed(deed: typeof archivePlan) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: deed,
    onSuccess: (plans) => void queries.setQueryData(plansQuery.queryKey, plans),
    onError: (error) =>
      void toast.error(
        error instanceof ApiError && error.code === 'plan_in_use' ? t('error_plan_in_use') : errorText(error),
      ),
  })
}
