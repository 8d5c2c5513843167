'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../../model'
import { feeQuery, type NoshowFee } from '../../noshow'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Sums } from './parts'

/** Guests who did not come, and what that costs them: charged to the card that is kept. */
export function NoshowDialog({ what, onClose }: DialogProps<'noshow'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} bookings={what.bookings} onClose={onClose} />
}

function Form({ order, bookings, onClose }: { order: Order; bookings: number[]; onClose: () => void }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const { data: fee } = useQuery(feeQuery(order.id, bookings, trip.version))
  const who = useWho(order, bookings)
  const charge_fee = !!fee && fee.amount > 0 && isOnCard(fee)
  const money = (amount: number) => format.money(amount, trip.currency)
  const said = (before: Trip, after: Trip) => {
    const paid = after.totals.paid - before.totals.paid
    return paid > 0 ? t('noshowCharged', { amount: money(paid) }) : t('noshowNoted', { who })
  }
  return (
    <DeedDialog
      title={t('noshowTitle', { who })}
      label={charge_fee ? t('noshowDo', { amount: money(fee.amount) }) : t('noshowOnly')}
      look={charge_fee ? 'destroy' : 'primary'}
      isDisabled={!fee}
      onClose={onClose}
      change={() => ({
        send: () =>
          send('/api/tripOrder/{tripOrder}/noshow', { tripOrder: order.id }, { booking_ids: bookings, charge_fee }),
        done: said,
      })}
    >
      {fee ? <Fee fee={fee} /> : <Skeleton className="h-28" />}
    </DeedDialog>
  )
}

const isOnCard = ({ card, is_held }: NoshowFee): boolean => is_held || card !== null

function useWho(order: Order, ids: number[]): string {
  const t = useTranslations('trip')
  const [first] = order.bookings.filter(({ id }) => ids.includes(id))
  return ids.length === 1 && first ? guestName(first, order) : t('guestCount', { count: ids.length })
}

/** What is asked for, what of it is still open, and from which card it comes; or why nothing can be charged. */
function Fee({ fee }: { fee: NoshowFee }) {
  const t = useTranslations('money')
  const { trip } = useTrip()
  const owed = Math.max(0, trip.totals.balance)
  const { card } = fee
  return (
    <>
      <Sums
        rows={[
          { label: t('noshowFee'), amount: fee.fee_amount },
          { label: t('noshowOwed'), amount: owed },
          { label: t('noshowNow'), amount: isOnCard(fee) ? fee.amount : 0, isStrong: true },
        ]}
      />
      {fee.fee_amount === 0 && <Notice tone="info">{t('noshowPaidBefore')}</Notice>}
      {fee.fee_amount > 0 && owed === 0 && <Notice tone="info">{t('noshowAllPaid')}</Notice>}
      {fee.amount > 0 && !isOnCard(fee) && <Notice tone="warn">{t('noshowNoCard')}</Notice>}
      {fee.amount > 0 && fee.is_held && <p className="text-soft text-pretty">{t('noshowHeld')}</p>}
      {fee.amount > 0 && card && !fee.is_held && (
        <p className="text-soft text-pretty">
          {t('noshowCard', { card: `${(card.brand ?? '').toUpperCase()} •••• ${card.last4}` })}
        </p>
      )}
    </>
  )
}
