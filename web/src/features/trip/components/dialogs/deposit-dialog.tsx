'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'
import { isTold, WorthFields, worthOf, type Worth } from './worth-fields'

const ways = ['amount', 'ppm', 'none'] as const
type Way = (typeof ways)[number]

/** Ask for another deposit than the rules do: an amount, a share, or what the rules say after all. */
export function DepositDialog({ onClose }: DialogProps<'deposit'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const { deposit_due, total } = trip.totals
  const [reason, setReason] = useState('')
  const [worth, setWorth] = useState<Worth<Way>>({ way: 'amount', ppm: 250_000, amount: deposit_due })
  const { way, ppm, amount } = worth
  const wanted = { amount: { amount }, ppm: { ppm }, none: { none: true } }[way]
  return (
    <DeedDialog
      title={t('deposit')}
      label={t('depositDo')}
      isDisabled={!reason.trim() || (way !== 'none' && !isTold(worth))}
      onClose={onClose}
      shown={['reason', 'amount', 'ppm']}
      change={() => ({
        send: ({ version }) =>
          send('/api/deposit/override/{trip}', { trip: id }, { ...wanted, reason: reason.trim(), version }),
        done: t('saved'),
      })}
    >
      {(wrong) => (
        <>
          <WorthFields
            label={t('depositHow')}
            ways={ways.map((one) => ({ id: one, name: t(`deposit_${one}`) }))}
            value={worth}
            onChange={setWorth}
            wrong={wrong}
          />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired />
          {way !== 'none' && <Parts deposit={Math.min(total, worthOf(worth, total))} />}
        </>
      )}
    </DeedDialog>
  )
}

function Parts({ deposit }: { deposit: number }) {
  const t = useTranslations('trip')
  const { total } = useTrip().trip.totals
  return (
    <Sums
      rows={[
        { label: t('depositLabel'), amount: deposit, isStrong: true },
        { label: t('dueLater'), amount: total - deposit },
      ]}
    />
  )
}
