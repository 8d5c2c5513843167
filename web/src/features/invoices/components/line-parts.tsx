'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { dotted } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { InvoiceLine } from '@/components/invoices/api'
import { useDayOf } from '@/components/invoices/use-words'

/** Whose trip a line is about, and when it is. */
export function TripName({ line }: { line: InvoiceLine }) {
  const { trip } = line
  return (
    <span className="block min-w-40">
      <AppLink to="trip" params={{ trip: String(trip.id) }} className="font-medium hover:underline">
        <bdi>{trip.contact_name || trip.confirmation_code}</bdi>
      </AppLink>
      <span className="mt-0.5 block text-sm font-normal text-faint">
        <TripNote line={line} />
      </span>
    </span>
  )
}

function TripNote({ line }: { line: InvoiceLine }) {
  const format = useFormat()
  const dayOf = useDayOf()
  const { confirmation_code, first_start_at } = line.trip
  return (
    <>
      <span className="font-mono">{confirmation_code}</span>
      {first_start_at && <> · {format.day(dayOf(first_start_at), 'medium')}</>}
    </>
  )
}

/** A line on a narrow screen: whose trip, what it comes to, and how. */
export function LineRow({ line, currency }: { line: InvoiceLine; currency: string }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, currency)
  const parts = [
    t('grossIs', { amount: money(line.gross_amount) }),
    line.commission_amount !== 0 && t('commissionIs', { amount: money(line.commission_amount) }),
    line.tax_amount !== 0 && t('taxIs', { amount: money(line.tax_amount) }),
  ]
  return (
    <div className="min-w-0 grow">
      <div className="flex items-start justify-between gap-3">
        <TripName line={line} />
        <span className="shrink-0 text-end">
          <strong className={cx('block font-semibold tabular-nums', line.net_amount < 0 && 'text-good')}>
            {money(line.net_amount)}
          </strong>
          <Settled line={line} />
        </span>
      </div>
      <p className="mt-0.5 text-sm text-faint tabular-nums">{dotted(parts)}</p>
    </div>
  )
}

/** Whether a line is settled, in words. */
export function Settled({ line }: { line: InvoiceLine }) {
  const t = useTranslations('invoices')
  if (line.settled_amount === 0) return null
  const isWhole = line.settled_amount === line.net_amount - line.discount_amount
  return <Badge tone={isWhole ? 'good' : 'warn'}>{t(isWhole ? 'linePaid' : 'linePartly')}</Badge>
}

export function RemoveButton({ line, onPress }: { line: InvoiceLine; onPress: () => void }) {
  const t = useTranslations('invoices')
  const { contact_name, confirmation_code } = line.trip
  return (
    <IconButton
      label={t('removeTripOf', { name: contact_name || confirmation_code })}
      onPress={onPress}
      className="print:hidden"
    >
      <X aria-hidden className="size-4" />
    </IconButton>
  )
}
