'use client'
import { Check, Circle, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ManifestOrder } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { fullName } from '@/lib/names'
import { isAbsent, isIn } from '../model'
import { useCan } from '@/lib/session'
import type { Change } from '../use-check-in'

/** A chip for every guest of an order; a tap checks this one in or out. */
export function GuestChips({ order, onChange }: { order: ManifestOrder; onChange: (change: Change) => void }) {
  const t = useTranslations('manifest')
  const mayCheckIn = useCan('booking.check_in')
  return (
    <ul aria-label={t('guestsOf')} className="flex flex-wrap gap-1.5">
      {order.bookings.map((booking) => {
        const name = fullName(booking.guest) || booking.customerType.name
        const here = isIn(booking)
        const absent = isAbsent(booking)
        const Icon = here ? Check : absent ? X : Circle
        return (
          <li key={booking.id}>
            <Press
              isDisabled={!mayCheckIn}
              aria-pressed={here}
              onPress={() =>
                onChange({
                  orderId: order.id,
                  bookingIds: [booking.id],
                  to: here ? 'not_checked_in' : 'checked_in',
                  who: name,
                })
              }
              className={cx(
                'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-sm select-none pointer-coarse:min-h-11 pointer-coarse:px-3.5',
                here && 'border-transparent bg-good-wash text-good',
                absent && 'text-faint line-through',
                !here && !absent && 'text-soft hover:border-accent hover:text-accent',
              )}
            >
              <Icon aria-hidden className="size-3.5" strokeWidth={here ? 3 : 2} />
              {name}
              {absent && <span className="sr-only">{t('absent')}</span>}
            </Press>
          </li>
        )
      })}
    </ul>
  )
}
