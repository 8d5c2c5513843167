'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ExternalBooking } from '@/api/models'
import { Guard } from '@/components/guard'
import { Badge } from '@/components/ui/badge'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { SimpleTable } from '@/components/ui/simple-table'
import { useDebounced } from '@/lib/use-debounced'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { bookingsQuery, type BookingFilter } from '../api'
import { bookingStates, known, tones } from '../model'
import type { TabProps } from './types'
import { Paged } from './paged'
import { useWhen } from './state-badge'

const filters = ['on_hold', 'confirmed', 'cancelled', 'expired', 'rejected'] as const

/** What a channel has booked; each leads to its trip. */
export default function BookingsTab(props: TabProps) {
  return (
    <Guard permission="trip.view">
      <Bookings {...props} />
    </Guard>
  )
}

function Bookings({ connection }: TabProps) {
  const t = useTranslations('channels')
  const [filter, setFilter] = useState<BookingFilter>({ reference: '', state: '' })
  const reference = useDebounced(filter.reference.trim(), 300)
  const query = useInfiniteQuery(bookingsQuery(connection.id, { ...filter, reference }))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <SearchField
          label={t('searchBookings')}
          value={filter.reference}
          onChange={(text) => setFilter({ ...filter, reference: text })}
          maxLength={200}
          className="min-w-64 grow"
        />
        <Select
          label={t('state')}
          isLabelHidden
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
          options={[
            { id: '' as const, name: `${t('state')}: ${t('any')}` },
            ...filters.map((id) => ({ id, name: t(`booking_${id}`) })),
          ]}
        />
      </div>
      <Paged query={query} isEmpty={rows.length === 0} icon={<Ticket aria-hidden />} title={t('noBookings')}>
        <Rows rows={rows} />
      </Paged>
    </div>
  )
}

function Rows({ rows }: { rows: ExternalBooking[] }) {
  const t = useTranslations('channels')
  const locale = useLocale()
  const columns = [
    { id: 'reference', name: t('reference'), isRowHeader: true },
    { id: 'guest', name: t('guest') },
    { id: 'start', name: t('start') },
    { id: 'units', name: t('tickets'), align: 'end' as const },
    { id: 'total', name: t('total'), align: 'end' as const },
    { id: 'theirs', name: t('theirTotal'), align: 'end' as const },
    { id: 'state', name: t('state') },
  ]
  return (
    <SimpleTable
      label={t('tab_bookings')}
      columns={columns}
      rows={rows}
      cell={(row, column) => <Cell row={row} column={column} />}
      rowHref={(row) => href('trip', { trip: String(row.trip_id) }, locale)}
      phone={(row) => <PhoneRow row={row} />}
    />
  )
}

function Cell({ row, column }: { row: ExternalBooking; column: string }) {
  const format = useFormat()
  const when = useWhen()
  if (column === 'reference') return <Names row={row} />
  if (column === 'guest') return row.contact_name || '–'
  if (column === 'start') return <span className="whitespace-nowrap">{when(row.starts_at)}</span>
  if (column === 'units') return row.units
  if (column === 'total') return format.money(row.total_amount, row.currency)
  if (column === 'theirs') return row.their_amount === null ? '–' : format.money(row.their_amount, row.currency)
  return <BookingState row={row} />
}

const Names = ({ row }: { row: ExternalBooking }) => (
  <span>
    <span className="block font-mono break-all">{row.channel_reference ?? row.reference}</span>
    <span className="block font-mono text-xs font-normal text-faint">{row.confirmation_code}</span>
  </span>
)

function BookingState({ row }: { row: ExternalBooking }) {
  const t = useTranslations('channels')
  return (
    <span className="flex gap-1.5">
      <Badge tone={tones[row.state] ?? 'neutral'}>{t(`booking_${known(bookingStates, row.state)}`)}</Badge>
      {row.is_test && <Badge>{t('test')}</Badge>}
    </span>
  )
}

function PhoneRow({ row }: { row: ExternalBooking }) {
  const format = useFormat()
  const when = useWhen()
  return (
    <span className="block space-y-1">
      <span className="flex justify-between gap-3">
        <Names row={row} />
        <span className="tabular-nums">{format.money(row.total_amount, row.currency)}</span>
      </span>
      <span className="block text-sm text-soft">
        {[row.contact_name, when(row.starts_at)].filter(Boolean).join(' · ')}
      </span>
      <BookingState row={row} />
    </span>
  )
}
