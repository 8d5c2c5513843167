'use client'
import { ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { nameOf, partyOf } from '../model'
import type { DayFacts, Order } from '../types'
import type { Deed } from '../use-check-in'
import { CheckInButton } from './check-in-button'
import { GuestChips } from './guest-chips'
import { hasExtras, OrderExtras, type Common } from './order-extras'
import { OrderHeadline } from './order-headline'
import { OrderMenu } from './order-menu'

type Props = {
  order: Order
  common: Common
  facts: DayFacts
  onChange: (deed: Deed) => void
}

/** One order of a departure: who, how many, what is owed, and the check-in under the thumb. */
export const OrderRow = memo(function OrderRow({ order, common, facts, onChange }: Props) {
  const t = useTranslations('manifest')
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(order) || t('noName')
  const { group_name, confirmation_code } = order.trip
  const isActive = order.status === 'active'
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 py-2.5 pr-3 pl-5 lg:grid-cols-[minmax(0,17rem)_1fr_auto]">
      <div className="min-w-0">
        <OrderHeadline order={order} name={name} currency={facts.currency} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-faint">
          <Party order={order} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <span className="font-mono text-xs tracking-wide">{confirmation_code}</span>
          {group_name && group_name !== name && <span>{group_name}</span>}
        </div>
      </div>
      <Guests order={order} common={common} facts={facts} isOpen={isOpen} onChange={onChange} />
      <div className="flex items-center gap-1">
        {isActive && <CheckInButton order={order} name={name} facts={facts} onChange={onChange} />}
        <OrderMenu order={order} name={name} statuses={facts.bookingStatuses} onChange={onChange} />
      </div>
    </li>
  )
})

type PartyProps = { order: Order; isOpen: boolean; onToggle: () => void }

/** How many of which kind; on narrow screens it opens the guests one by one. */
function Party({ order, isOpen, onToggle }: PartyProps) {
  const format = useFormat()
  const guestCount = useGuestCount()
  const party = format.shortList(partyOf(order).map(([type, count]) => guestCount(type, count)))
  const isParty = order.bookings.length > 1
  return (
    <>
      {isParty && (
        <Press
          aria-expanded={isOpen}
          onPress={onToggle}
          className="-ml-1 inline-flex min-h-8 items-center gap-1 rounded-md px-1 text-left text-soft tabular-nums lg:hidden pointer-coarse:min-h-11"
        >
          {party}
          <ChevronDown aria-hidden className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
        </Press>
      )}
      <span className={cx('tabular-nums', isParty && 'hidden lg:inline')}>{party}</span>
    </>
  )
}

function Guests({ order, common, facts, isOpen, onChange }: Props & { isOpen: boolean }) {
  const isWorth = hasExtras(order, common)
  return (
    <div
      className={cx(
        'order-last col-span-2 min-w-0 flex-col gap-2 lg:order-none lg:col-span-1 lg:flex',
        isOpen || isWorth ? 'flex' : 'hidden',
      )}
    >
      {order.bookings.length > 1 && order.status === 'active' && (
        <div className={cx(!isOpen && 'hidden lg:block')}>
          <GuestChips order={order} facts={facts} onChange={onChange} />
        </div>
      )}
      {isWorth && <OrderExtras order={order} common={common} />}
    </div>
  )
}
