'use client'
import {
  BadgePercent,
  Copy,
  EllipsisVertical,
  Gift,
  Pencil,
  Puzzle,
  ShoppingBag,
  UserMinus,
  UserRoundMinus,
  UserX,
  Undo2,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { guestName, isLive } from '../model'
import { useTrip } from '../trip-context'
import type { Booking, Order } from '../types'
import { usePresence } from '../use-check-in'
import { useFeeFor } from '../use-fee-for'
import { useGuestDeeds } from '../use-guest-deeds'

type Props = { order: Order; booking: Booking }

/** Everything that can be done with one guest. */
export function GuestMenu({ order, booking }: Props) {
  const t = useTranslations('trip')
  const entries = useEntries({ order, booking })
  const label = t('moreGuest', { who: guestName(booking, order) })
  if (entries.length === 0) return null
  return (
    <Menu label={label} entries={entries}>
      <IconButton label={label}>
        <EllipsisVertical aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

type Entries = (MenuEntry | false)[]

const icon = 'size-4'

function useEntries(props: Props): MenuEntry[] {
  const t = useTranslations('trip')
  const { may } = useTrip()
  const { remove } = useGuestDeeds(props.order, props.booking)
  const guest = useGuestEntries(props)
  const money = useMoneyEntries(props)
  const presence = usePresenceEntries(props)
  const end: Entries = [
    isLive(props.order) &&
      may.edit && {
        id: 'remove',
        label: t('removeGuest'),
        icon: <UserMinus aria-hidden className={icon} />,
        isAfterLine: true,
        onAction: remove,
      },
  ]
  return [...guest, ...money, ...presence, ...end].filter((entry) => entry !== false)
}

function useGuestEntries({ order, booking }: Props): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const { clone } = useGuestDeeds(order, booking)
  if (!isLive(order) || !may.edit) return []
  return [
    {
      id: 'edit',
      label: t('editGuest'),
      icon: <Pencil aria-hidden className={icon} />,
      onAction: () => open({ kind: 'guest', booking: booking.id }),
    },
    {
      id: 'clone',
      label: t('oneMore', { kind: booking.customerType.name }),
      icon: <Copy aria-hidden className={icon} />,
      onAction: clone,
    },
    {
      id: 'extras',
      label: t('extras'),
      icon: <Puzzle aria-hidden className={icon} />,
      onAction: () => open({ kind: 'extras', order: order.id, booking: booking.id }),
    },
    {
      id: 'products',
      label: t('addProduct'),
      icon: <ShoppingBag aria-hidden className={icon} />,
      onAction: () => open({ kind: 'products', booking: booking.id }),
    },
  ]
}

function useMoneyEntries({ order, booking }: Props): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const { uncomp } = useGuestDeeds(order, booking)
  const live = isLive(order)
  return [
    live &&
      may.comp && {
        id: 'comp',
        label: t(booking.is_comped ? 'uncomp' : 'comp'),
        icon: booking.is_comped ? <Undo2 aria-hidden className={icon} /> : <Gift aria-hidden className={icon} />,
        isAfterLine: true,
        onAction: () => (booking.is_comped ? uncomp() : open({ kind: 'comp', booking: booking.id })),
      },
    live &&
      may.reprice && {
        id: 'discount',
        label: t('discount'),
        icon: <BadgePercent aria-hidden className={icon} />,
        onAction: () => open({ kind: 'discount', booking: booking.id }),
      },
  ]
}

function usePresenceEntries({ order, booking }: Props): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const setPresence = usePresence()
  const isAbsent = booking.bookingStatus.slug === 'no_show'
  const feeOf = useFeeFor(order, booking.checked_in_at === null ? [booking.id] : [])
  return [
    may.checkIn &&
      isLive(order) &&
      booking.checked_in_at === null && {
        id: 'absent',
        label: t(isAbsent ? 'notAbsent' : 'absent'),
        icon: isAbsent ? <Undo2 aria-hidden className={icon} /> : <UserX aria-hidden className={icon} />,
        isAfterLine: true,
        onAction: () => setPresence(order, [booking.id], isAbsent ? 'not_checked_in' : 'no_show'),
      },
    feeOf.length > 0 && {
      id: 'fee',
      label: t('absentFee'),
      icon: <UserRoundMinus aria-hidden className={icon} />,
      onAction: () => open({ kind: 'noshow', order: order.id, bookings: feeOf }),
    },
  ]
}
