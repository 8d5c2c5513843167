'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ManifestOrder } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { presenceOf } from '../model'
import type { Change } from '../use-check-in'

type Props = { order: ManifestOrder; name: string; zone: string; onChange: (change: Change) => void }

/** One tap checks the rest of a party in; once all are here, a tap takes it back. */
export function CheckInButton({ order, name, zone, onChange }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { here, missing, isAllIn, lastAt } = presenceOf(order)
  const changed = isAllIn ? here : missing.length ? missing : order.bookings
  const rest = here.length ? t('checkInRest', { count: missing.length }) : t('checkIn')
  return (
    <Press
      isDisabled={!useCan('booking.check_in')}
      aria-pressed={isAllIn}
      aria-label={t('checkInWho', { who: name })}
      onPress={() =>
        onChange({
          orderId: order.id,
          bookingIds: changed.map((booking) => booking.id),
          to: isAllIn ? 'not_checked_in' : 'checked_in',
          who: name,
        })
      }
      className={cx(
        'inline-flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium whitespace-nowrap select-none sm:min-w-32',
        isAllIn
          ? 'border-transparent bg-good-wash text-good hover:brightness-95'
          : 'border-line-strong bg-surface hover:border-accent hover:bg-accent-wash hover:text-accent active:bg-accent-wash',
      )}
    >
      {isAllIn && <Check aria-hidden className="size-4" strokeWidth={3} />}
      {lastAt && <span className="tabular-nums">{format.instantTime(lastAt, zone)}</span>}
      {!lastAt && rest}
    </Press>
  )
}
