'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { MoneyField } from '@/components/ui/money-field'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/lib/use-format'
import { tippableQuery } from '../../api'
import { equalParts } from '../../payments'
import { send } from '../../send'
import { usePayment, useTrip } from '../../trip-context'
import type { Payment } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

type Parts = ReadonlyMap<number, number>

/** Who gets a tip: part by part, or all of it in equal parts; what is given to nobody waits in the pool. */
export function TipDialog({ what, onClose }: DialogProps<'tip'>) {
  const payment = usePayment(what.payment)
  return payment && <Form payment={payment} onClose={onClose} />
}

function Form({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { id, trip } = useTrip()
  const whole = payment.tips.reduce((sum, one) => sum + one.amount, 0) || payment.tip_amount
  const [parts, setParts] = useState<Parts>(() => ownersOf(payment))
  const given = [...parts.values()].reduce((sum, one) => sum + one, 0)
  const left = whole - given
  const splits = [...parts]
    .filter(([, amount]) => amount > 0)
    .map(([user_avatar_id, amount]) => ({ user_avatar_id, amount }))
  return (
    <DeedDialog
      title={t('tipTitle', { amount: format.money(whole, trip.currency) })}
      label={t('assignTip')}
      isDisabled={left !== 0 && given !== 0}
      aside={
        left === 0 || given === 0
          ? null
          : t(left > 0 ? 'tipLeft' : 'tipOver', { amount: format.money(Math.abs(left), trip.currency) })
      }
      onClose={onClose}
      shown={['splits']}
      change={() => ({
        send: ({ version }) =>
          send('/api/trip/{trip}/payment/tipAssign', { trip: id }, { payment_id: payment.id, splits, version }),
        done: t('done_tip'),
      })}
    >
      {(wrong) => <People whole={whole} parts={parts} onChange={setParts} error={wrong('splits')} />}
    </DeedDialog>
  )
}

const ownersOf = ({ tips }: Payment): Parts =>
  new Map(tips.flatMap(({ user_avatar_id, amount }) => (user_avatar_id === null ? [] : [[user_avatar_id, amount]])))

type PeopleProps = { whole: number; parts: Parts; onChange: (parts: Parts) => void; error?: string }

function People(props: PeopleProps) {
  const t = useTranslations('money')
  const { trip } = useTrip()
  const { data: team } = useQuery(tippableQuery(null))
  const { data: crew } = useQuery(tippableQuery(trip.id))
  const { parts, onChange, error } = props
  if (!team || !crew) return <Skeleton className="h-40" />
  const people = [...crew, ...team.filter(({ id }) => !crew.some((one) => one.id === id))]
  return (
    <div className="space-y-4">
      {people.length === 0 && <p className="text-soft">{t('nobodyTippable')}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {people.map((one) => (
          <MoneyField
            key={one.id}
            label={one.name}
            hint={crew.includes(one) ? t('onThisTrip') : undefined}
            currency={trip.currency}
            value={parts.get(one.id) ?? null}
            minValue={0}
            onChange={(amount) => onChange(new Map(parts).set(one.id, amount ?? 0))}
          />
        ))}
      </div>
      {error && <p className="text-sm text-bad">{error}</p>}
      <Shortcuts among={(crew.length > 0 ? crew : people).map(({ id }) => id)} {...props} />
    </div>
  )
}

/** Equal parts for those who guide the trip, else for everybody; or nobody yet. */
function Shortcuts({ whole, onChange, among }: PeopleProps & { among: number[] }) {
  const t = useTranslations('money')
  return (
    <div className="flex flex-wrap gap-2">
      {among.length > 0 && (
        <Button size="sm" onPress={() => onChange(equalParts(whole, among))}>
          {t('shareEqually', { count: among.length })}
        </Button>
      )}
      <Button size="sm" onPress={() => onChange(new Map())}>
        {t('toPool')}
      </Button>
    </div>
  )
}
