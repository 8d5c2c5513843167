'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import { presenceOf, statusOf } from '../model'
import type { DayFacts, Order } from '../types'
import type { Deed } from '../use-check-in'

type Props = {
  order: Order
  name: string
  facts: DayFacts
  onChange: (deed: Deed) => void
}

/** One tap checks the rest of a party in; once all are here, a tap takes it back. */
export function CheckInButton({ order, name, facts, onChange }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { here, missing, isAllIn, lastAt } = presenceOf(order)
  const changed = isAllIn ? here : missing.length ? missing : order.bookings
  const rest = here.length ? t('checkInRest', { count: missing.length }) : t('checkIn')
  const press = () => {
    const to = statusOf(facts, isAllIn ? 'not_checked_in' : 'checked_in')
    onChange({ changes: [{ orderId: order.id, bookingIds: changed.map((one) => one.id), to }], who: name })
  }
  return (
    <Press
      isDisabled={!facts.mayCheckIn}
      aria-pressed={isAllIn}
      aria-label={t('checkInWho', { who: name })}
      onPress={press}
      className={cx(
        'inline-flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium whitespace-nowrap select-none sm:min-w-32',
        isAllIn
          ? 'border-transparent bg-good-wash text-good hover:brightness-95'
          : 'border-line-strong bg-surface hover:border-accent hover:bg-accent-wash hover:text-accent active:bg-accent-wash',
      )}
    >
      {isAllIn && <Check aria-hidden className="size-4" strokeWidth={3} />}
      {lastAt && <span className="tabular-nums">{format.instantTime(lastAt, facts.time_zone)}</span>}
      {!lastAt && rest}
    </Press>
  )
}
