'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { Notice } from '@/components/ui/notice'
import { useFormat } from '@/lib/use-format'
import { currencyDigits } from '@/lib/money'
import { findHold } from '../../holds'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Hold } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Sums } from './parts'

/** Take what is set aside on a card, or a part of it; the rest goes back by itself. */
export function CaptureDialog({ what, onClose }: DialogProps<'capture'>) {
  const { trip } = useTrip()
  const hold = findHold(trip, what.hold)
  return hold && <Capture hold={hold} onClose={onClose} />
}

function Capture({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const { currency } = trip
  const [amount, setAmount] = useState<number>(hold.amount)
  return (
    <DeedDialog
      title={t('captureTitle')}
      label={t('captureDo', { amount: format.money(amount, currency) })}
      isDisabled={amount <= 0 || amount > hold.amount}
      onClose={onClose}
      shown={['amount']}
      change={() => ({
        send: () => send('/api/payment/capture/hold', {}, { payment_hold_id: hold.id, amount }),
        done: t('done_captured', { amount: format.money(amount, currency) }),
      })}
    >
      {(wrong) => (
        <>
          <MoneyField
            label={t('captureAmount')}
            currency={currency}
            value={amount}
            minValue={0}
            maxValue={hold.amount / 10 ** currencyDigits(currency)}
            onChange={(typed) => setAmount(typed ?? 0)}
            error={wrong('amount')}
            autoFocus
          />
          <HoldSums hold={hold} amount={amount} />
        </>
      )}
    </DeedDialog>
  )
}

function HoldSums({ hold, amount }: { hold: Hold; amount: number }) {
  const t = useTranslations('money')
  return (
    <Sums
      rows={[
        { label: t('hold'), amount: hold.amount },
        { label: t('captureNow'), amount, isStrong: true },
        { label: t('captureRest'), amount: hold.amount - amount },
      ]}
    />
  )
}

/** Let an amount go that is set aside: nothing is charged. */
export function ReleaseDialog({ what, onClose }: DialogProps<'release'>) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const hold = findHold(trip, what.hold)
  if (!hold) return null
  const amount = format.money(hold.amount, trip.currency)
  return (
    <DeedDialog
      title={t('releaseTitle', { amount })}
      label={t('release')}
      look="destroy"
      onClose={onClose}
      change={() => ({
        send: () => send('/api/payment/cancel/{hold}', { hold: hold.id }, {}),
        done: t('done_released', { amount }),
      })}
    >
      <p className="text-soft text-pretty">{t('releaseText')}</p>
      {trip.totals.balance > 0 && (
        <Notice tone="warn">{t('releaseOwed', { amount: format.money(trip.totals.balance, trip.currency) })}</Notice>
      )}
    </DeedDialog>
  )
}
