'use client'
import { Flag } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { TripRow } from '@/api/models'
import type { OptionName } from '@/components/table/filter-words'
import type { TableColumn } from '@/components/table/model'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { fullName } from '@/lib/names'
import { formatPhone } from '@/lib/phone'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

const dash = <span className="text-faint">–</span>
type Column = TableColumn<TripRow>

/** The columns a list of trips can show. */
export function useTripColumns(): Column[] {
  const name = useTripWords()
  const plain = usePlainColumns()
  return useMemo(
    () => [
      { key: 'contact', label: name('contact'), width: 150, cell: (trip) => <Contact trip={trip} /> },
      ...plain.first,
      { key: 'status', label: name('status'), width: 104, cell: (trip) => <TripStatusBadge status={trip.status} /> },
      ...plain.money,
      { key: 'paid_state', label: name('paid_state'), width: 114, cell: (trip) => <Paid trip={trip} /> },
      ...plain.last,
    ],
    [name, plain],
  )
}

function usePlainColumns() {
  const name = useTripWords()
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const option = useOptionName()
  return useMemo(() => {
    const column = (key: string, width: number, cell: Column['cell'], isExtra = false): Column => ({
      key,
      label: name(key),
      width,
      isExtra,
      cell: (trip) => cell(trip) || dash,
    })
    const end = (part: Column): Column => ({ ...part, align: 'end' })
    const at = (value: string | null) => value && format.instant(value, zone)
    const money = (key: 'total_amount' | 'paid_amount' | 'balance_amount', width: number, isExtra = false) =>
      end(column(key, width, (trip) => format.money(trip[key], trip.currency), isExtra))
    return {
      first: [
        column('confirmation_code', 118, (trip) => trip.confirmation_code),
        column('first_start_at', 174, (trip) => at(trip.first_start_at)),
        column('experiences', 158, (trip) => trip.experience_names.join(', ')),
        end(column('pax_cnt', 72, (trip) => format.number(trip.pax_cnt))),
      ],
      money: [money('total_amount', 92), money('balance_amount', 114), money('paid_amount', 104, true)],
      last: [
        column('schedule_by', 140, (trip) => trip.schedule_by && format.day(trip.schedule_by, 'medium'), true),
        column('created_at', 180, (trip) => at(trip.created_at), true),
        column('reserved_at', 180, (trip) => at(trip.reserved_at), true),
        column('trip_method', 130, (trip) => option('trip_method', trip.tripMethod), true),
        column('trip_source', 130, (trip) => trip.tripSource && option('trip_source', trip.tripSource), true),
        column('reseller', 150, (trip) => trip.reseller_name, true),
        column('email', 220, (trip) => trip.contact.email, true),
        column('phone', 150, (trip) => trip.contact.phone && formatPhone(trip.contact.phone), true),
        column('group_name', 150, (trip) => trip.group_name, true),
      ],
    }
  }, [name, format, zone, option])
}

function Paid({ trip }: { trip: TripRow }) {
  return trip.status.slug === 'draft' ? dash : <PaidBadge state={trip.paid_state} />
}

function Contact({ trip }: { trip: TripRow }) {
  const t = useTranslations('trips')
  return (
    <>
      <bdi>{fullName(trip.contact) || trip.contact.email || <span className="text-faint">{t('nobody')}</span>}</bdi>
      {trip.is_flagged && <Flag aria-label={t('flagged')} className="ms-1.5 inline size-3.5 text-bad" />}
    </>
  )
}

const keys = [
  'contact',
  'confirmation_code',
  'first_start_at',
  'experiences',
  'pax_cnt',
  'status',
  'total_amount',
  'balance_amount',
  'paid_state',
  'created_at',
  'trip_method',
  'trip_source',
  'reseller',
  'email',
  'phone',
  'group_name',
  'paid_amount',
  'reserved_at',
  'schedule_state',
  'schedule_by',
  'is_flagged',
  'flag_reason',
  'attention',
] as const

const shared = { total_amount: 'total', paid_amount: 'paid', balance_amount: 'balance' } as const

function useTripWords() {
  const t = useTranslations('trips')
  const common = useTranslations('common')
  return useCallback(
    (key: string) => {
      const known = keys.find((one) => one === key)
      if (known === 'total_amount' || known === 'paid_amount' || known === 'balance_amount')
        return common(shared[known])
      return known ? t(`column_${known}`) : key
    },
    [t, common],
  )
}

/** Names of the columns that can only be filtered by. */
export function useColumnName() {
  const name = useTripWords()
  return useCallback((key: string) => (name(key) === key ? undefined : name(key)), [name])
}

const statuses = ['draft', 'under_review', 'reserved', 'deleted'] as const
const paidStates = ['unpaid', 'deposit_paid', 'paid', 'overpaid', 'at_partner'] as const
const schedules = ['scheduled', 'flex', 'unscheduled'] as const
const attentions = [
  'paid_without_seats',
  'paid_too_little',
  'refund_failed',
  'refund_pending_funds',
  'payment_disputed',
  'books_differ',
  'charge_failed',
  'capture_failed',
  'hold_failed',
  'balance_unasked',
  'overpaid',
  'hand_back',
] as const
const methods = [
  'ecommerce',
  'phone',
  'walk_up',
  'pos',
  'kiosk',
  'reseller',
  'ota',
  'ai_agent',
  'import',
  'staff',
] as const

/** Built-in values in the reader's language; the operator's own as they wrote them. */
export function useOptionName(): OptionName {
  const t = useTranslations('trips')
  const common = useTranslations('common')
  return useCallback(
    (column, { slug, name }) => {
      const status = column === 'status' && statuses.find((one) => one === slug)
      if (status) return common(`trip_${status}`)
      const paid = column === 'paid_state' && paidStates.find((one) => one === slug)
      if (paid) return common(`paid_${paid}`)
      const schedule = column === 'schedule_state' && schedules.find((one) => one === slug)
      if (schedule) return t(`schedule_${schedule}`)
      const attention = column === 'attention' && attentions.find((one) => one === slug)
      if (attention) return t(`attention_${attention}`)
      const method = column === 'trip_method' && methods.find((one) => one === slug)
      return method ? t(`method_${method}`) : name
    },
    [t, common],
  )
}
