'use client'
import { Star } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { clock } from '@/components/calls/model'
import { StatusIcon } from '@/components/calls/status-icon'
import { callbacks, directions, outcomes, statuses, type CallRow } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { Badge } from '@/components/ui/badge'
import { formatPhone } from '@/lib/phone'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { CallbackBadge } from './callback-badge'
import { Provider, providers } from './provider'

const filterOnly = ['number', 'caller_name'] as const

/** The columns of the list, and names for what is only filtered by. */
export function useColumns() {
  const t = useTranslations('calls')
  const who = useWhoColumns()
  const what = useWhatColumns()
  const columns = useMemo(() => [...who, ...what], [who, what])
  const columnName = useCallback(
    (key: string) => {
      const known = filterOnly.find((one) => one === key)
      return known && t(`col_${known}`)
    },
    [t],
  )
  return { columns, columnName, optionName: useOptionName() }
}

function useOptionName() {
  const t = useTranslations('callLines')
  const calls = useTranslations('calls')
  return useCallback<OptionName>(
    (column, option) => {
      const is = <K extends string>(slugs: readonly K[]) => slugs.find((one) => one === option.slug)
      const status = column === 'status' && is(statuses)
      const direction = column === 'direction' && is(directions)
      const outcome = column === 'outcome' && is(outcomes)
      const callback = column === 'callback' && is(callbacks)
      const provider = column === 'provider' && is(providers)
      if (status) return t(`status_${status}`)
      if (direction) return t(`direction_${direction}`)
      if (outcome) return t(`outcome_${outcome}`)
      if (callback) return callback === 'none' ? calls('callback_none') : t(`callback_${callback}`)
      return provider ? calls(`provider_${provider}`) : option.name
    },
    [t, calls],
  )
}

function useWhoColumns(): TableColumn<CallRow>[] {
  const t = useTranslations('calls')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return useMemo(
    () => [
      { key: 'customer', label: t('col_customer'), width: 190, cell: (row) => <Who row={row} /> },
      {
        key: 'started_at',
        label: t('col_started_at'),
        width: 170,
        cell: (row) => format.instant(row.started_at, zone),
      },
      { key: 'status', label: t('col_status'), width: 130, cell: (row) => <Status row={row} /> },
      {
        key: 'duration_s',
        label: t('col_duration_s'),
        width: 90,
        align: 'end',
        cell: (row) => row.duration_s > 0 && <span className="tabular-nums">{clock(row.duration_s)}</span>,
      },
      {
        key: 'caller_number',
        label: t('col_caller_number'),
        width: 160,
        cell: (row) => <Number number={row.caller_number} label={row.caller_label} />,
      },
      {
        key: 'destination_number',
        label: t('col_destination_number'),
        width: 160,
        cell: (row) => <Number number={row.destination_number} label={row.destination_label} />,
      },
    ],
    [t, format, zone],
  )
}

function useWhatColumns(): TableColumn<CallRow>[] {
  const t = useTranslations('calls')
  const words = useCallWords()
  return useMemo(
    () => [
      { key: 'outcome', label: t('col_outcome'), width: 110, cell: (row) => <Outcome row={row} /> },
      { key: 'callback', label: t('col_callback'), width: 130, cell: (row) => <CallbackBadge row={row} /> },
      { key: 'trip', label: t('col_trip'), width: 110, cell: (row) => row.trip?.confirmation_code },
      { key: 'agent', label: t('col_agent'), width: 130, cell: (row) => row.agent?.name },
      { key: 'source_tag', label: t('col_source_tag'), width: 140, isExtra: true, cell: (row) => row.source_tag },
      { key: 'note', label: t('col_note'), width: 220, isExtra: true, cell: (row) => row.note },
      { key: 'direction', label: t('col_direction'), width: 110, isExtra: true, cell: (row) => words.direction(row) },
      { key: 'provider', label: t('col_provider'), width: 110, isExtra: true, cell: (row) => <Provider row={row} /> },
    ],
    [t, words],
  )
}

function Who({ row }: { row: CallRow }) {
  const t = useTranslations('callLines')
  const words = useCallWords()
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <bdi className="truncate">{words.who(row)}</bdi>
      {row.customer?.is_vip && (
        <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />
      )}
    </span>
  )
}

function Status({ row }: { row: CallRow }) {
  const words = useCallWords()
  return (
    <span className="inline-flex items-center gap-2">
      <StatusIcon call={row} />
      {words.status(row)}
    </span>
  )
}

function Number({ number, label }: { number: string; label: string | null }) {
  return number ? <bdi>{label ?? formatPhone(number)}</bdi> : null
}

function Outcome({ row }: { row: CallRow }) {
  const words = useCallWords()
  if (!row.outcome || row.outcome === 'none') return null
  return <Badge tone={row.outcome === 'booked' ? 'good' : 'neutral'}>{words.outcome(row.outcome)}</Badge>
}

const toReturn = [{ field: 'callback', op: 'in', value: ['wanted'] }]

/** All of them, those who wait for a call, those who were missed, those that led to a sale. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('calls')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: '-started_at' },
      { id: 'toReturn', title: t('view_toReturn'), filters: toReturn, sort: '-started_at' },
      {
        id: 'missed',
        title: t('view_missed'),
        filters: [{ field: 'status', op: 'in', value: ['missed', 'voicemail'] }],
        sort: '-started_at',
      },
      {
        id: 'booked',
        title: t('view_booked'),
        filters: [{ field: 'outcome', op: 'in', value: ['booked'] }],
        sort: '-started_at',
      },
    ],
    [t],
  )
}
