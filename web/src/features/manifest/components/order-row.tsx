'use client'
import { ChevronDown, Star, StickyNote } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ManifestOrder } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { AppLink } from '@/lib/app-link'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { isAbsent, partyOf } from '../model'
import type { Change } from '../use-check-in'
import { CheckInButton } from './check-in-button'
import { GuestChips } from './guest-chips'
import { OrderMenu } from './order-menu'

type Props = { order: ManifestOrder; currency: string; zone: string; onChange: (change: Change) => void }

/** One order of a departure: who, how many, what is owed, and the check-in under the thumb. */
export const OrderRow = memo(function OrderRow({ order, currency, zone, onChange }: Props) {
  const t = useTranslations('manifest')
  const [isOpen, setOpen] = useState(false)
  const name = fullName(order.trip.contact) || order.trip.group_name || t('noName')
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 py-2.5 pr-3 pl-5 lg:grid-cols-[minmax(0,17rem)_1fr_auto]">
      <div className="min-w-0">
        <Headline order={order} name={name} currency={currency} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-faint">
          <Party order={order} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <span className="font-mono text-xs tracking-wide">{order.trip.confirmation_code}</span>
        </div>
      </div>
      <Guests order={order} isOpen={isOpen} onChange={onChange} />
      <div className="flex items-center gap-1">
        <CheckInButton order={order} name={name} zone={zone} onChange={onChange} />
        <OrderMenu order={order} name={name} onChange={onChange} />
      </div>
    </li>
  )
})

function Headline({ order: { trip, bookings }, name, currency }: Pick<Props, 'order' | 'currency'> & { name: string }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <AppLink
        to="trip"
        params={{ trip: String(trip.id) }}
        prefetch={false}
        className="min-h-6 max-w-full truncate font-medium hover:text-accent hover:underline"
      >
        {name}
      </AppLink>
      {trip.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />}
      {trip.balance_amount > 0 && (
        <Badge tone="warn">{t('amountDue', { amount: format.moneyShort(trip.balance_amount, currency) })}</Badge>
      )}
      {bookings.every(isAbsent) && <Badge>{t('absent')}</Badge>}
    </div>
  )
}

type PartyProps = { order: ManifestOrder; isOpen: boolean; onToggle: () => void }

/** How many of which kind; on narrow screens it opens the guests one by one. */
function Party({ order, isOpen, onToggle }: PartyProps) {
  const format = useFormat()
  const party = format.shortList(partyOf(order).map(([type, count]) => `${format.number(count)} ${type}`))
  const isParty = order.bookings.length > 1
  return (
    <>
      {isParty && (
        <Press
          aria-expanded={isOpen}
          onPress={onToggle}
          className="-ml-1 inline-flex min-h-8 items-center gap-1 rounded-md px-1 text-left text-soft tabular-nums lg:hidden"
        >
          {party}
          <ChevronDown aria-hidden className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
        </Press>
      )}
      <span className={cx('tabular-nums', isParty && 'hidden lg:inline')}>{party}</span>
    </>
  )
}

function Guests({ order, isOpen, onChange }: Pick<Props, 'order' | 'onChange'> & { isOpen: boolean }) {
  return (
    <div
      className={cx(
        'order-last col-span-2 flex-wrap items-center gap-2 lg:order-none lg:col-span-1 lg:flex',
        isOpen || order.note ? 'flex' : 'hidden',
      )}
    >
      {order.bookings.length > 1 && (
        <div className={cx(!isOpen && 'hidden lg:block')}>
          <GuestChips order={order} onChange={onChange} />
        </div>
      )}
      {order.note && (
        <span className="inline-flex items-center gap-1.5 text-sm text-soft">
          <StickyNote aria-hidden className="size-4 shrink-0 text-warn-fill" />
          {order.note}
        </span>
      )}
    </div>
  )
}
