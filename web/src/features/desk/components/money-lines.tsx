'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useSale } from '@/features/sell/use-sale'
import { useFormat } from '@/lib/use-format'
import { collectedOf, type Sum } from '../model'
import type { Desk } from '../types'

/** What the guest pays, what the partner earns of it, and what is left to the operator. */
export function MoneyLines({ sum, desk }: { sum: Sum; desk: Desk }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { saving } = useSale()
  const money = (amount: number) => format.money(amount, desk.currency)
  return (
    <div
      aria-live="polite"
      aria-busy={saving === 'waiting'}
      className={cx('rounded-md bg-sunken px-4 py-3', saving === 'waiting' && 'opacity-60')}
    >
      <dl className="space-y-1 tabular-nums">
        <Line name={t('total')} amount={money(sum.price)} isStrong />
        {sum.commission > 0 && <Line name={t('commission')} amount={money(sum.commission)} />}
        {sum.commission > 0 && <Line name={t('net')} amount={money(sum.net)} />}
      </dl>
    </div>
  )
}

function Line({ name, amount, isStrong }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <div className={cx('flex justify-between gap-4', isStrong ? 'font-semibold' : 'text-soft')}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

/** Who takes which money now: the sentence an agent needs at the counter. */
export function Hands({ sum, desk }: { sum: Sum; desk: Desk }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const collected = collectedOf(desk.reseller.collect_type, sum)
  const money = (amount: number) => format.money(amount, desk.currency)
  const words = () => {
    switch (collected.from) {
      case 'desk':
        return t('collectNow', { amount: money(collected.amount) })
      case 'card':
        return t('cardCharged', { amount: money(collected.amount), collected: money(collected.collected) })
      case 'guest':
        return collected.deposit > 0
          ? t('collectDeposit', { deposit: money(collected.deposit), amount: money(collected.amount) })
          : t('paysOnArrival', { amount: money(collected.amount) })
      default:
        return null
    }
  }
  const text = words()
  return (
    text && (
      <p aria-live="polite" className="mb-2 text-center text-sm text-pretty tabular-nums">
        {text}
      </p>
    )
  )
}
