'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { cashRounding } from '@/lib/cash-rounding'
import { useCashStep, useInCash } from '@/lib/use-cash'
import { canReserveQuery } from '../../api'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Change, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog, type Wrong } from './deed-dialog'
import { Notify, Sums } from './parts'

const ways = ['later', 'cash', 'bank_transfer', 'check', 'voucher', 'other'] as const
type Way = (typeof ways)[number]
type Paid = { way: Way; amount: number | null; reference: string }

/** Book the draft: paid later or right here, with what speaks against it, what it costs, and who is told. */
export function ReserveDialog({ onClose }: DialogProps<'reserve'>) {
  const t = useTranslations('trip')
  const { id, trip, may } = useTrip()
  const { data } = useQuery(canReserveQuery(id, trip.version))
  const [notify, setNotify] = useState(true)
  const [paid, setPaid] = useState<Paid>({ way: 'later', amount: null, reference: '' })
  const offered = ways.filter((one) => one === 'later' || may.pay)
  const { total, due_now, balance } = trip.totals
  return (
    <DeedDialog
      title={t('step_reserve')}
      label={t(paid.way === 'later' ? 'step_reserve' : 'reservePaid')}
      isDisabled={!data || (!data.can_reserve && paid.way === 'later')}
      onClose={onClose}
      shown={['amount', 'reference', 'method']}
      change={() => ({ send: reserve(id, paid, notify), done: t('done_reserved') })}
    >
      {(wrong) => (
        <>
          <Readiness />
          <Sums
            rows={[
              { label: t('total'), amount: total, isStrong: true },
              { label: t('dueNowLabel'), amount: due_now },
              { label: t('dueLater'), amount: balance - due_now },
            ]}
          />
          <RadioGroup
            label={t('paidHow')}
            options={offered.map((one) => ({ id: one, name: t(`pay_${one}`) }))}
            value={paid.way}
            onChange={(way) => setPaid({ ...paid, way })}
          />
          {paid.way !== 'later' && <Payment paid={paid} onChange={setPaid} wrong={wrong} />}
          <Notify value={notify} onChange={setNotify} />
        </>
      )}
    </DeedDialog>
  )
}

function reserve(id: string, { way, amount, reference }: Paid, notify: boolean): Change['send'] {
  const at = { trip: id }
  if (way === 'later') return ({ version }) => send('/api/trip/{trip}/reserve', at, { notify, version })
  return ({ version, totals }: Trip) =>
    send('/api/trip/{trip}/directPay/convert', at, {
      method: way,
      amount,
      reference: reference.trim(),
      expected_total: totals.total,
      notify,
      version,
    })
}

function Readiness() {
  const { id, trip } = useTrip()
  const { data } = useQuery(canReserveQuery(id, trip.version))
  if (!data) return <Skeleton className="h-16" />
  return (
    <>
      {data.blockers.map((one) => (
        <Notice key={one.code} tone="bad">
          {one.message}
        </Notice>
      ))}
      {data.warnings.map((one) => (
        <Notice key={one.code} tone="warn">
          {one.message}
        </Notice>
      ))}
    </>
  )
}

function Payment({ paid, onChange, wrong }: { paid: Paid; onChange: (paid: Paid) => void; wrong: Wrong }) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const { balance } = trip.totals
  const amount = paid.amount ?? balance
  const rounding = cashRounding(amount, useCashStep(trip.currency))
  const inCash = useInCash()(trip.currency, amount, paid.way === 'cash' ? rounding : 0)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <MoneyField
        label={t('amount')}
        currency={trip.currency}
        value={amount}
        hint={inCash ?? undefined}
        onChange={(amount) => onChange({ ...paid, amount })}
        minValue={0}
        maxValue={balance}
        error={wrong('amount')}
      />
      <TextField
        label={t('reference')}
        value={paid.reference}
        onChange={(reference) => onChange({ ...paid, reference })}
        error={wrong('reference')}
        maxLength={120}
        autoComplete="off"
      />
    </div>
  )
}
