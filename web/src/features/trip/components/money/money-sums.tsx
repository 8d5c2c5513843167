'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../../trip-context'

type Row = { label: string; note?: string; amount: number; tone?: 'warn' | 'good'; isStrong?: boolean }

/** Total, deposit, paid, given back, tips and what is left, with the day it is due. */
export function MoneySums() {
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <dl aria-live="polite" className="space-y-1.5 tabular-nums">
      {useRows().map(({ label, note, amount, tone, isStrong }) => (
        <div key={label} className={cx('flex justify-between gap-4', isStrong && 'border-t pt-1.5 font-semibold')}>
          <dt className={isStrong ? '' : 'text-soft'}>
            {label}
            {note && <span className="block text-sm font-normal text-faint">{note}</span>}
          </dt>
          <dd className={cx(tone === 'warn' && 'text-warn', tone === 'good' && 'text-good')}>
            {format.money(amount, trip.currency)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useRows(): Row[] {
  const t = useTranslations('money')
  const { trip } = useTrip()
  const due = useDueNote()
  const { total, paid, tip, refunded, balance, deposit_due, due_now } = trip.totals
  const name = trip.reseller?.name ?? ''
  const partner = trip.totals.partner_due ?? 0
  const isPart = deposit_due > 0 && deposit_due < total
  const rows: (Row | false)[] = [
    { label: t('total'), amount: total },
    isPart && { label: t('deposit'), note: due_now > 0 ? t('depositOpen') : t('depositIn'), amount: deposit_due },
    paid > 0 && { label: t('paid'), amount: -paid },
    tip > 0 && { label: t('tips'), note: t('tipsIn'), amount: tip },
    refunded > 0 && { label: t('refunded'), amount: refunded },
    trip.totals.partner_deposit > 0 && { label: t('partnerDeposit', { name }), amount: -trip.totals.partner_deposit },
    trip.paid_state === 'at_partner' && {
      label: t('collectedBy', { name }),
      amount: -(total + tip - paid + refunded),
    },
    {
      label: balance < 0 ? t('credit') : t('balance'),
      note: due,
      amount: Math.abs(balance),
      tone: balance === 0 ? 'good' : 'warn',
      isStrong: true,
    },
    partner !== 0 && { label: t('partnerDue', { name }), amount: partner, tone: partner > 0 ? 'warn' : 'good' },
  ]
  return rows.filter((row) => row !== false)
}

function useDueNote(): string | undefined {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip, zone } = useTrip()
  const { balance } = trip.totals
  if (balance < 0) return t('creditNote')
  if (balance === 0 || !trip.balance_due_at) return undefined
  const when = format.deadline(trip.balance_due_at, zone)
  return new Date(trip.balance_due_at) < new Date() ? t('wasDue', { when }) : t('dueBy', { when })
}
