'use client'
import { FileWarning, Flag, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { isAbsent, unsigned } from '../model'
import type { Order } from '../types'

type Props = { order: Order; name: string; currency: string }

/** Whose order it is and what has to be seen to: flag, balance, waivers. */
export function OrderHeadline({ order, name, currency }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { trip, bookings } = order
  const missing = unsigned(order)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <AppLink
        to="trip"
        params={{ trip: String(trip.id) }}
        prefetch={false}
        className="min-h-6 max-w-full truncate font-medium hover:text-accent hover:underline"
      >
        {name}
      </AppLink>
      {trip.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />}
      {order.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
      {trip.balance_amount > 0 && order.status === 'active' && (
        <Badge tone="warn">{t('amountDue', { amount: format.moneyShort(trip.balance_amount, currency) })}</Badge>
      )}
      {trip.collected_by && <Badge>{t('collectedBy', { name: trip.collected_by })}</Badge>}
      {missing > 0 && (
        <Badge tone="warn">
          <FileWarning aria-hidden className="size-3" />
          {t('waiversMissing', { count: missing })}
        </Badge>
      )}
      {bookings.every(isAbsent) && bookings.length > 0 && <Badge>{t('absent')}</Badge>}
      {trip.flag && <FlagMark flag={trip.flag} />}
    </div>
  )
}

function FlagMark({ flag }: { flag: NonNullable<Order['trip']['flag']> }) {
  const t = useTranslations('manifest')
  const words = [flag.reason?.name, flag.comment].filter(Boolean).join(': ')
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-sm text-bad">
      <Flag role="img" aria-label={t('flagged')} className="size-3.5 shrink-0" />
      {words && <span className="line-clamp-2">{words}</span>}
    </span>
  )
}
