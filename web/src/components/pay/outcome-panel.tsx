'use client'
import { CircleCheck, Clock, ReceiptText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { LinkReady } from './link-ready'
import type { Outcome } from './types'

type Props = {
  outcome: Outcome
  trip: TripFull
  doneLabel?: string
  onNext: () => void
  onClose: () => void
}

/** What was taken, what goes back, what is still owed, and on. */
export function OutcomePanel({ outcome, trip, doneLabel, onNext, onClose }: Props) {
  const t = useTranslations('pay')
  const format = useFormat()
  const { balance } = trip.totals
  const isOpen = balance > 0 && outcome.kind !== 'pending' && outcome.kind !== 'held'
  const footer = (
    <>
      {outcome.kind === 'paid' && <Receipt trip={trip} />}
      {isOpen && <Button onPress={onNext}>{t('takeRest', { amount: format.money(balance, trip.currency) })}</Button>}
      <Button look="primary" autoFocus onPress={onClose}>
        {doneLabel ?? t('done')}
      </Button>
    </>
  )
  return (
    <Dialog title={t(`title_${outcome.kind}`)} isOpen onClose={onClose} footer={footer}>
      {outcome.kind === 'link' ? (
        <LinkReady link={outcome.link} phone={trip.contact.phone} />
      ) : (
        <Taken outcome={outcome} trip={trip} />
      )}
    </Dialog>
  )
}

function Receipt({ trip }: { trip: TripFull }) {
  const t = useTranslations('pay')
  return (
    <AppLink
      to="receipt"
      params={{ trip: String(trip.id) }}
      target="_blank"
      className={`${buttonClass('secondary')} me-auto`}
    >
      <ReceiptText aria-hidden className="size-4" />
      {t('receipt')}
    </AppLink>
  )
}

type TakenProps = { outcome: Exclude<Outcome, { kind: 'link' }>; trip: TripFull }

function Taken({ outcome, trip }: TakenProps) {
  const t = useTranslations('pay')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, trip.currency)
  const Icon = outcome.kind === 'pending' ? Clock : CircleCheck
  const { balance } = trip.totals
  return (
    <div className="space-y-4 py-2 text-center" role="status">
      <Icon aria-hidden className={`mx-auto size-12 ${outcome.kind === 'pending' ? 'text-warn' : 'text-good'}`} />
      <p className="text-3xl font-semibold tabular-nums">{money(outcome.amount)}</p>
      {outcome.kind === 'pending' && <p className="text-soft text-pretty">{t('pendingText')}</p>}
      {outcome.kind === 'held' && <p className="text-soft text-pretty">{t('heldText')}</p>}
      {outcome.kind === 'paid' && outcome.change > 0 && (
        <p className="rounded-md bg-good-wash px-4 py-4 text-good">
          {t('change')}
          <span className="block text-4xl font-semibold tabular-nums">{money(outcome.change)}</span>
        </p>
      )}
      <p className="text-soft tabular-nums">
        {balance > 0 ? t('stillDue', { amount: money(balance) }) : t('allPaid', { amount: money(trip.totals.total) })}
      </p>
    </div>
  )
}
