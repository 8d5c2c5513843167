'use client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PlannedMessageOut as PlannedMessage } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { templatesQuery } from '../api'
import { holdBack, plannedRowsQuery } from '../crm-api'
import { useTemplateName } from '../names'
import { useReason } from '../reasons'
import { Channels } from './automation-line'

/** The messages of a day, in order of time. */
export function PlannedDayCard({ day }: { day: string }) {
  const format = useFormat()
  return (
    <Card title={format.day(day)}>
      <div className="-my-3">
        <PlannedRows day={day} />
      </div>
    </Card>
  )
}

/** The rows of a day, page after page, or the first of them. */
export function PlannedRows({ day, most }: { day: string; most?: number }) {
  const t = useTranslations('crm')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    plannedRowsQuery(day),
  )
  const rows = data?.pages.flatMap((page) => page.data).slice(0, most)
  return (
    <>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!rows && !error && <Skeleton className="my-3 h-32" />}
      {rows?.length === 0 && <p className="py-3 text-sm text-soft text-pretty">{t('nothingPlanned')}</p>}
      <ul className="divide-y empty:hidden">
        {rows?.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {hasNextPage && !most && (
        <Button className="mt-1 mb-3 w-full" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
          {t('showMore')}
        </Button>
      )}
    </>
  )
}

function Row({ row }: { row: PlannedMessage }) {
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const templateName = useNameOf()
  const why = useReason()(row.reason)
  const isWaiting = row.status === 'scheduled'
  return (
    <li className="flex gap-3 py-3">
      <span className="w-18 shrink-0 pt-px text-sm text-soft tabular-nums">
        {format.instantTime(row.scheduled_at, zone)}
      </span>
      <div className="min-w-0 grow space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium break-words">{nameOf(row)}</bdi>
          <Channels channel={row.channel === 'email' ? 'email' : 'sms'} />
          {row.trip && <TripLink trip={row.trip} />}
        </p>
        <p className="text-sm text-soft">{templateName(row.template_name)}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-faint">
          {!isWaiting && <Standing status={row.status} />}
          {why}
        </p>
      </div>
      {isWaiting && <HoldBack row={row} />}
    </li>
  )
}

function TripLink({ trip }: { trip: NonNullable<PlannedMessage['trip']> }) {
  return (
    <AppLink
      to="trip"
      params={{ trip: String(trip.id) }}
      prefetch={false}
      className="rounded-sm text-sm text-soft underline decoration-line-strong underline-offset-2 hover:text-ink pointer-coarse:py-2.5"
    >
      {trip.confirmation_code}
    </AppLink>
  )
}

function HoldBack({ row }: { row: PlannedMessage }) {
  const t = useTranslations('crm')
  const hold = useHoldBack()
  return (
    <Button
      size="sm"
      aria-label={t('holdBackOf', { name: nameOf(row) })}
      onPress={() => hold.mutate(row.id)}
      isPending={hold.isPending}
      className="shrink-0 self-start"
    >
      <Hand aria-hidden className="size-4" />
      {t('holdBack')}
    </Button>
  )
}

const nameOf = (row: PlannedMessage) => row.trip?.name || row.to

const notSent = ['cancelled', 'suppressed', 'failed']

function Standing({ status }: { status: string }) {
  const t = useTranslations('crm')
  if (!notSent.includes(status)) return <Badge tone="good">{t('wasSent')}</Badge>
  return <Badge tone={status === 'failed' ? 'bad' : 'neutral'}>{t('notSent')}</Badge>
}

/** What a message's template is called in the reader's language. */
function useNameOf() {
  const { data = [] } = useQuery(templatesQuery)
  const nameOfTemplate = useTemplateName()
  return (name: string) => nameOfTemplate(data.find((one) => one.name === name) ?? { slug: null, name })
}

function useHoldBack() {
  const t = useTranslations('crm')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: holdBack,
    onError: (error: Error) => toast.error(errorText(error)),
    onSuccess: () => toast.success(t('heldBack')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['setup', 'planned'] }),
  })
}
