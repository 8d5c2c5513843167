'use client'
import { useTranslations } from 'use-intl'
import type { components } from '@/api/schema'
import { RadioGroup } from '@/components/ui/radio-group'
import { useCashStep } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { handedBack } from '../../refund'
import { useTrip } from '../../trip-context'

const whens = ['now', 'later'] as const
export type ByHand = (typeof whens)[number]

type Plan = components['schemas']['RefundPreviewOut']['plan']
type Props = { plan: Plan; value: ByHand; onChange: (value: ByHand) => void }

/** Cash and whatever else no gateway gives back: handed over now and recorded, or asked for until it was. */
export function HandBack({ plan, value, onChange }: Props) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const amount = handedBack(plan, useCashStep(trip.currency))
  if (plan.every(({ route }) => route !== 'manual')) return null
  return (
    <RadioGroup
      label={t('handBack', { amount: format.money(amount, trip.currency) })}
      options={whens.map((id) => ({ id, name: t(`handBack_${id}`), note: t(`handBackNote_${id}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}
