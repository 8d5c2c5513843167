'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import type { NotificationPreferences } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { preferencesQuery } from './queries'

type Kind = NotificationPreferences['kinds'][number]
const names = [
  'trip_booked',
  'trip_attention',
  'trip_flagged',
  'timeslot_overbooked',
  'timeslot_too_few',
  'order_overdue',
  'guest_question',
  'conversation_assigned',
  'call_missed',
  'guest_change',
  'guide_duty',
  'payment_received',
  'hold_expiring',
  'books_differ',
  'cash_left_open',
  'gift_card_codes_guessed',
  'plugin_failing',
  'new_signin',
  'device_copied',
  'job_finished',
  'job_failed',
] as const

/** How the reader is told of each kind: kept at once, taken back when the server refuses. */
export function NotificationPreferencesCard() {
  const t = useTranslations('notifications')
  const { data, error, refetch } = useQuery(preferencesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  return (
    <Card title={t('preferences')}>
      {data.is_email_suppressed && <Notice tone="warn">{t('suppressed')}</Notice>}
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-faint">
            <th scope="col" className="py-2 align-bottom font-medium">
              {t('kind')}
            </th>
            <th scope="col" className="w-14 py-2 align-bottom font-medium sm:w-24">
              {t('inApp')}
            </th>
            <th scope="col" className="w-14 py-2 align-bottom font-medium sm:w-24">
              {t('email')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {data.kinds.map((kind) => (
            <KindRow key={kind.kind} kind={kind} />
          ))}
        </tbody>
      </table>
      <TestButtons />
    </Card>
  )
}

function useSaveKind() {
  const queries = useQueryClient()
  const t = useTranslations('notifications')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: ({ kind, in_app, email }: Kind) =>
      dataOf(api.POST('/api/notifications/preferences/save', { body: { kinds: { [kind]: { in_app, email } } } })),
    onMutate: (changed) => {
      const before = queries.getQueryData(preferencesQuery.queryKey)
      queries.setQueryData(preferencesQuery.queryKey, (old) =>
        old ? { ...old, kinds: old.kinds.map((kind) => (kind.kind === changed.kind ? changed : kind)) } : old,
      )
      return before
    },
    onError: (error, _changed, before) => {
      queries.setQueryData(preferencesQuery.queryKey, before)
      toast.error(t('failed'), { description: errorText(error) })
    },
  })
}

function KindRow({ kind }: { kind: Kind }) {
  const t = useTranslations('notifications')
  const save = useSaveKind()
  const name = names.find((one) => one === kind.kind)
  if (!name) return null
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 text-left font-normal">
        <span className="block font-medium">{t(`kind_${name}`)}</span>
        <span className="block text-faint">{t(`kindText_${name}`)}</span>
      </th>
      <td className="py-2">
        <Checkbox
          aria-label={`${t(`kind_${name}`)}: ${t('inApp')}`}
          isSelected={kind.in_app}
          onChange={(in_app) => save.mutate({ ...kind, in_app })}
        />
      </td>
      <td className="py-2">
        <Checkbox
          aria-label={`${t(`kind_${name}`)}: ${t('email')}`}
          isSelected={kind.email}
          onChange={(email) => save.mutate({ ...kind, email })}
        />
      </td>
    </tr>
  )
}

function TestButtons() {
  const t = useTranslations('notifications')
  const errorText = useErrorText()
  const maySendToAll = useCan('setup.general')
  const feedback = {
    onSuccess: (sent: { recipient_cnt: number }) => toast.success(t('sent', { count: sent.recipient_cnt })),
    onError: (error: Error) => toast.error(t('failed'), { description: errorText(error) }),
  }
  const toMe = useMutation({ mutationFn: () => dataOf(api.POST('/api/notifications/SendMeATest')), ...feedback })
  const trip = useMutation({ mutationFn: () => dataOf(api.POST('/api/notifications/SendMeATripTest')), ...feedback })
  const toAll = useMutation({
    mutationFn: () => dataOf(api.POST('/api/notifications/SendToSubscriberTest')),
    ...feedback,
  })
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t pt-4">
      <Button size="sm" onPress={() => toMe.mutate()} isPending={toMe.isPending}>
        {t('testMe')}
      </Button>
      <Button size="sm" onPress={() => trip.mutate()} isPending={trip.isPending}>
        {t('testTrip')}
      </Button>
      {maySendToAll && (
        <Button size="sm" onPress={() => toAll.mutate()} isPending={toAll.isPending}>
          {t('testAll')}
        </Button>
      )}
    </div>
  )
}
