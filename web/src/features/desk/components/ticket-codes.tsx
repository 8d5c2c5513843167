'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QrCode } from '@/components/security/qr-code'
import { Skeleton } from '@/components/ui/skeleton'
import { ticketsQuery } from '../api'

/** The guests' tickets as QR codes, side by side: each is scanned at the departure. */
export function TicketCodes({ trip }: { trip: string }) {
  const t = useTranslations('desk')
  const { data, error } = useQuery(ticketsQuery(trip))
  if (error) return null
  if (!data) return <Skeleton className="mx-auto my-3 size-44" />
  return (
    <ul
      aria-label={t('tickets')}
      tabIndex={0}
      className="mt-3 flex snap-x justify-center-safe gap-4 overflow-x-auto pb-2 [scrollbar-width:thin]"
    >
      {data.map(({ booking_id, qr }, index) => (
        <li key={booking_id} className="flex shrink-0 snap-center flex-col items-center">
          <QrCode rows={qr} label={t('ticketOf', { number: index + 1, count: data.length })} />
          {data.length > 1 && (
            <span className="mt-1 text-xs text-faint tabular-nums">
              {t('ticketNumber', { number: index + 1, count: data.length })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
