'use client'
import { CircleCheck, Plus, Printer, ReceiptText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { usePrint } from '@/components/printing/use-print'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { fullName } from '@/lib/names'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useHotkeys } from '@/lib/use-hotkeys'

type Props = {
  trip: TripFull
  /** Cash that goes back to the guest, in minor units. */
  change?: number
  next: string
  onNext: () => void
}

/** It is booked: the code to read aloud, what is still to be paid, and on to the next one. */
export function DonePanel({ trip, change, next, onNext }: Props) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { balance, total } = trip.totals
  useHotkeys([{ keys: 'n', label: next, action: onNext }])
  return (
    <section aria-labelledby="sale-done" className="mx-auto max-w-xl rounded-xl border bg-surface p-6 text-center">
      <CircleCheck aria-hidden className="mx-auto size-12 text-good" />
      <h2 id="sale-done" className="mt-3 text-xl font-semibold">
        {trip.status.slug === 'under_review' ? t('inReview') : t('booked')}
      </h2>
      {fullName(trip.contact) && <p className="text-soft">{fullName(trip.contact)}</p>}
      <p className="mt-4 font-mono text-3xl tracking-widest select-all">{trip.confirmation_code}</p>
      {!!change && (
        <p role="status" className="mt-5 rounded-md bg-good-wash px-4 py-4 text-good">
          {t('change')}
          <span className="block text-4xl font-semibold tabular-nums">{format.money(change, trip.currency)}</span>
        </p>
      )}
      <p className="mt-5 text-lg tabular-nums">
        {balance > 0
          ? t('stillDue', { amount: format.money(balance, trip.currency) })
          : t('allPaid', { amount: format.money(total, trip.currency) })}
      </p>
      <Onward trip={trip} next={next} onNext={onNext} />
    </section>
  )
}

function Onward({ trip, next, onNext }: Omit<Props, 'change'>) {
  const t = useTranslations('sell')
  const id = String(trip.id)
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      <AppLink to="trip" params={{ trip: id }} className={buttonClass('secondary')}>
        {t('openTrip')}
      </AppLink>
      <AppLink to="receipt" params={{ trip: id }} target="_blank" className={buttonClass('secondary')}>
        <ReceiptText aria-hidden className="size-4" />
        {t('receipt')}
      </AppLink>
      <PrintTickets trip={id} />
      <Button look="primary" autoFocus onPress={onNext}>
        <Plus aria-hidden className="size-4" />
        {next}
      </Button>
    </div>
  )
}

/** Tickets at the counter's printer, or as a slip to print from the browser. */
function PrintTickets({ trip }: { trip: string }) {
  const t = useTranslations('sell')
  const print = usePrint()
  const label = (
    <>
      <Printer aria-hidden className="size-4" />
      {t('printTickets')}
    </>
  )
  return useCan('ticket.print') ? (
    <Button onPress={() => print({ kind: 'ticket', trip_id: Number(trip) })}>{label}</Button>
  ) : (
    <AppLink to="receipt" params={{ trip }} query="paper=tickets" target="_blank" className={buttonClass('secondary')}>
      {label}
    </AppLink>
  )
}
