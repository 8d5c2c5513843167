'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BlackoutConflict } from '@/api/models'
import { Button } from '@/components/ui/button'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { useSpanWords, useZone } from './use-words'

const FEW = 5

type Props = { rows: BlackoutConflict[]; nameOf: (row: BlackoutConflict) => string | undefined }

/** What is on in a blackout: sold departures, guests' boats, a guide's tours. It stays where it is. */
export function ConflictList({ rows, nameOf }: Props) {
  const t = useTranslations('blackouts')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FEW)
  return (
    <div>
      <ul className="divide-y border-y">
        {shown.map((row, index) => (
          <ConflictRow key={`${row.timeslot_id}:${row.booking_resource_id}:${index}`} row={row} name={nameOf(row)} />
        ))}
      </ul>
      {rows.length > FEW && !isWhole && (
        <Button size="sm" look="quiet" className="mt-1" onPress={() => setWhole(true)}>
          {t('showAll', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

function ConflictRow({ row, name }: { row: BlackoutConflict; name: string | undefined }) {
  const t = useTranslations('blackouts')
  const words = useSpanWords()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm">
      <span className="min-w-0 text-ink">
        <span className="tabular-nums">{words(row)}</span>
        {name && (
          <span className="text-soft">
            {' '}
            · <bdi>{name}</bdi>
          </span>
        )}
        <span className="text-soft">
          {' '}
          · <bdi>{row.experience_name}</bdi>
        </span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2 text-soft">
        <Whose row={row} />
        <span className="tabular-nums">{t('guests', { count: row.pax_cnt })}</span>
      </span>
    </li>
  )
}

// In a window of its own: what was typed into the form stays.
const elsewhere = {
  prefetch: false,
  target: '_blank',
  className: 'font-medium hover:text-accent hover:underline pointer-coarse:py-2.5',
} as const

function Whose({ row }: { row: BlackoutConflict }) {
  const t = useTranslations('blackouts')
  const zone = useZone()
  const order = row.tripOrder
  if (order) {
    return (
      <AppLink to="trip" params={{ trip: String(order.trip_id) }} {...elsewhere}>
        {order.group_name || order.name}
      </AppLink>
    )
  }
  return (
    <AppLink to="manifest" params={{}} query={`date=${dayIn(zone, new Date(row.start_at))}`} {...elsewhere}>
      {t('departure')}
    </AppLink>
  )
}
