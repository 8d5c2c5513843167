'use client'
import { Check, Circle, FileWarning, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { fullName } from '@/lib/names'
import { isAbsent, isIn, statusOf } from '../model'
import type { Booking, DayFacts, Order } from '../types'
import type { Deed } from '../use-check-in'

type Props = { order: Order; facts: DayFacts; onChange: (deed: Deed) => void }

/** A chip for every guest of an order; a tap checks this one in or out. */
export function GuestChips({ order, facts, onChange }: Props) {
  const t = useTranslations('manifest')
  return (
    <ul aria-label={t('guestsOf')} className="flex flex-wrap gap-1.5">
      {order.bookings.map((booking) => {
        const who = fullName(booking.guest) || booking.customerType.name
        const to = statusOf(facts, isIn(booking) ? 'not_checked_in' : 'checked_in')
        return (
          <li key={booking.id}>
            <GuestChip
              booking={booking}
              name={who}
              isDisabled={!facts.mayCheckIn}
              onPress={() => onChange({ changes: [{ orderId: order.id, bookingIds: [booking.id], to }], who })}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Statuses that the chip shows without words. */
const plain = ['not_checked_in', 'checked_in', 'no_show']

type ChipProps = { booking: Booking; name: string; isDisabled: boolean; onPress: () => void }

function GuestChip({ booking, name, isDisabled, onPress }: ChipProps) {
  const t = useTranslations('manifest')
  const here = isIn(booking)
  const absent = isAbsent(booking)
  const Icon = here ? Check : absent ? X : Circle
  const { name: status, slug } = booking.bookingStatus
  return (
    <Press
      isDisabled={isDisabled}
      aria-pressed={here}
      onPress={onPress}
      className={cx(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-sm select-none pointer-coarse:min-h-11 pointer-coarse:px-3.5',
        here && 'border-transparent bg-good-wash text-good',
        absent && 'text-faint line-through',
        !here && !absent && 'text-soft hover:border-accent hover:text-accent',
      )}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={here ? 3 : 2} />
      <bdi>{name}</bdi>
      {!plain.includes(slug) && <span className="text-xs font-medium">{status}</span>}
      {booking.waiver.state === 'missing' && (
        <FileWarning role="img" aria-label={t('waiverMissing')} className="size-3.5 text-warn" />
      )}
      {absent && <span className="sr-only">{t('absent')}</span>}
    </Press>
  )
}
