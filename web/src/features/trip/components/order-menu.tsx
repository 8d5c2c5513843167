'use client'
import {
  BadgePercent,
  Ban,
  BellRing,
  CalendarX2,
  CheckCheck,
  ClipboardList,
  EllipsisVertical,
  Gift,
  Puzzle,
  RefreshCw,
  Repeat,
  ShipWheel,
  Split,
  StickyNote,
  TabletSmartphone,
  Tag,
  Trash2,
  Undo2,
  UserRoundMinus,
  UserX,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { inGroups } from '@/components/ui/menu-groups'
import type { MenuEntry } from '@/components/ui/menu-types'
import { isLive, waiting } from '../model'
import { mailAgain, remindable } from '../mails'
import { missingOf } from '../noshow'
import { useTrip } from '../trip-context'
import type { Order } from '../types'
import { usePresence } from '../use-check-in'
import { useFeeFor } from '../use-fee-for'
import { useOrderDeeds } from '../use-order-deeds'
import { unsignedOf } from '../waivers'

/** Everything that can be done with one order, in the groups people look for it; what ends it comes last. */
export function OrderMenu({ order }: { order: Order }) {
  const t = useTranslations('trip')
  const entries = inGroups([
    [t('group_guests'), [...useArrivalEntries(order), ...useSigningEntries(order)]],
    [t('group_change'), [...usePartyEntries(order), ...useCrewEntries(order)]],
    [t('group_money'), useMoneyEntries(order)],
    [t('group_end'), useEndEntries(order)],
  ])
  const label = t('moreOrder', { what: order.experience.name })
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

const entry = (id: string, label: string, icon: ReactNode, onAction: () => void): MenuEntry => ({
  id,
  label,
  icon,
  onAction,
})

const danger = (one: MenuEntry): MenuEntry => ({ ...one, isDanger: true })

const icon = 'size-4'

function useArrivalEntries(order: Order): Entries {
  const t = useTranslations('trip')
  const { may } = useTrip()
  const setPresence = usePresence()
  const missing = waiting(order).map((one) => one.id)
  if (!isLive(order) || order.timeslot === null || !may.checkIn || missing.length === 0) return []
  return [
    entry('in', t('checkInAll', { count: missing.length }), <CheckCheck aria-hidden className={icon} />, () =>
      setPresence(order, missing, 'checked_in'),
    ),
    entry('absent', t('absentAll', { count: missing.length }), <UserX aria-hidden className={icon} />, () =>
      setPresence(order, missing, 'no_show'),
    ),
  ]
}

function useSigningEntries(order: Order): Entries {
  const t = useTranslations('signing')
  const { id, trip, may, open, act } = useTrip()
  const unsigned = unsignedOf(order)
  const whom = may.message ? remindable(trip) : null
  if (!isLive(order) || unsigned.length === 0) return []
  return [
    ...(whom?.ways ?? []).map((channel) =>
      entry(`sign-${channel}`, t(`remindToSign_${channel}`), <BellRing aria-hidden className={icon} />, () =>
        act({
          send: mailAgain(id, whom?.customer ?? 0, { kind: 'waiver_reminder', channel }),
          done: t('remindedToSign'),
        }),
      ),
    ),
    may.checkIn &&
      entry(
        'tablet',
        t('signOnTabletAll', { count: unsigned.length }),
        <TabletSmartphone aria-hidden className={icon} />,
        () => open({ kind: 'tablet', order: order.id, bookings: unsigned }),
      ),
  ]
}

function usePartyEntries(order: Order): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  if (!isLive(order) || !may.edit) return []
  return [
    entry('extras', t('extras'), <Puzzle aria-hidden className={icon} />, () =>
      open({ kind: 'extras', order: order.id }),
    ),
    entry('types', t('changeTypes'), <Repeat aria-hidden className={icon} />, () =>
      open({ kind: 'types', order: order.id }),
    ),
    order.bookings.length > 1 &&
      entry('split', t('split'), <Split aria-hidden className={icon} />, () =>
        open({ kind: 'split', order: order.id }),
      ),
  ]
}

function useMoneyEntries(order: Order): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const { uncomp } = useOrderDeeds(order)
  const live = isLive(order)
  const comp = order.is_comped ? uncomp : () => open({ kind: 'comp', order: order.id })
  const feeOf = useFeeFor(order, missingOf(order))
  return [
    feeOf.length > 0 &&
      entry('fee', t('absentFee'), <UserRoundMinus aria-hidden className={icon} />, () =>
        open({ kind: 'noshow', order: order.id, bookings: feeOf }),
      ),
    live &&
      may.reprice &&
      entry('price', t('setPrice'), <Tag aria-hidden className={icon} />, () =>
        open({ kind: 'price', order: order.id }),
      ),
    live &&
      may.reprice &&
      entry('discount', t('discount'), <BadgePercent aria-hidden className={icon} />, () =>
        open({ kind: 'discount', order: order.id }),
      ),
    live &&
      may.reprice &&
      entry('reprice', t('reprice'), <RefreshCw aria-hidden className={icon} />, () =>
        open({ kind: 'reprice', order: order.id }),
      ),
    live &&
      may.comp &&
      entry(
        'comp',
        t(order.is_comped ? 'uncomp' : 'comp'),
        order.is_comped ? <Undo2 aria-hidden className={icon} /> : <Gift aria-hidden className={icon} />,
        comp,
      ),
  ]
}

function useCrewEntries(order: Order): Entries {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const live = isLive(order)
  return [
    live &&
      order.timeslot !== null &&
      may.guides &&
      entry('guides', t('guides'), <Users aria-hidden className={icon} />, () =>
        open({ kind: 'guides', order: order.id }),
      ),
    live &&
      order.timeslot !== null &&
      may.edit &&
      entry('resources', t('resources'), <ShipWheel aria-hidden className={icon} />, () =>
        open({ kind: 'resources', order: order.id }),
      ),
    may.note &&
      entry('note', t('orderNote'), <StickyNote aria-hidden className={icon} />, () =>
        open({ kind: 'orderNote', order: order.id }),
      ),
    may.note &&
      order.customFieldValues.length > 0 &&
      entry('fields', t('questions'), <ClipboardList aria-hidden className={icon} />, () =>
        open({ kind: 'orderFields', order: order.id }),
      ),
  ]
}

function useEndEntries(order: Order): Entries {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  const live = isLive(order)
  const isDraft = trip.status.slug === 'draft'
  return [
    live &&
      may.rebook &&
      !isDraft &&
      order.timeslot !== null &&
      entry('unschedule', t('unschedule'), <CalendarX2 aria-hidden className={icon} />, () =>
        open({ kind: 'unschedule', order: order.id }),
      ),
    live &&
      may.cancel &&
      danger(
        entry('cancel', t('cancelOrder'), <Ban aria-hidden className={icon} />, () =>
          open({ kind: 'cancel', order: order.id }),
        ),
      ),
    !live &&
      may.cancel &&
      entry('uncancel', t('uncancel'), <Undo2 aria-hidden className={icon} />, () =>
        open({ kind: 'uncancel', order: order.id }),
      ),
    live &&
      isDraft &&
      may.edit &&
      danger(
        entry('remove', t('removeOrder'), <Trash2 aria-hidden className={icon} />, () =>
          open({ kind: 'removeOrder', order: order.id }),
        ),
      ),
  ]
}
