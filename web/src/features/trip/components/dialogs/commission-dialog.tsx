'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Change } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'
import { isTold, WorthFields, worthOf, type Worth } from './worth-fields'

const ways = ['ppm', 'amount'] as const
type Way = (typeof ways)[number]

function edit(trip: string, worth: Worth<Way>, reason: string): Change['send'] {
  const body = { [worth.way]: worth[worth.way], reason }
  return ({ version }) => send('/api/trip/{trip}/reseller/commission/edit', { trip }, { ...body, version })
}

/** What the reseller earns, by hand: a share or an amount, and what it leaves. */
export function CommissionDialog({ onClose }: DialogProps<'commission'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const was = trip.commission
  const [reason, setReason] = useState('')
  const [worth, setWorth] = useState<Worth<Way>>({
    way: was && was.ppm === null ? 'amount' : 'ppm',
    ppm: was?.ppm ?? 200_000,
    amount: was?.commission_amount ?? 0,
  })
  const base = was?.basis_amount ?? trip.totals.subtotal
  return (
    <DeedDialog
      title={t('commission')}
      label={t('commissionDo')}
      isDisabled={!reason.trim() || !isTold(worth)}
      onClose={onClose}
      shown={['reason', 'amount', 'ppm']}
      change={() => ({ send: edit(id, worth, reason.trim()), done: t('saved') })}
    >
      {(wrong) => (
        <>
          <WorthFields
            label={t('commissionHow')}
            ways={ways.map((one) => ({ id: one, name: t(`commission_${one}`) }))}
            value={worth}
            onChange={setWorth}
            wrong={wrong}
          />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired />
          <Result base={base} amount={worthOf(worth, base)} />
        </>
      )}
    </DeedDialog>
  )
}

function Result({ base, amount }: { base: number; amount: number }) {
  const t = useTranslations('trip')
  return (
    <Sums
      rows={[
        { label: t('commissionBase'), amount: base },
        { label: t('commission'), amount, isStrong: true },
      ]}
    />
  )
}
