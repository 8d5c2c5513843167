'use client'
import { ExternalLink, ListChecks, Mail, Phone, TabletSmartphone, UserRound, UserX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BookingStatus } from '@/api/models'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { formatPhone } from '@/lib/phone'
import { useCan } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { presenceOf, statusOf, unsigned } from '../model'
import type { Day, Order } from '../types'
import type { Deed } from '../use-check-in'

type Props = {
  order: Order
  name: string
  statuses: Day['bookingStatuses']
  onChange: (deed: Deed) => void
  onGuests: () => void
  onTablet: () => void
}

/** The open menu of an order. */
export function OrderEntries({ order, name, statuses, onChange, onGuests, onTablet, ...menu }: Props & OpenMenu) {
  return <MenuWindow {...menu} entries={useEntries({ order, name, statuses, onChange, onGuests, onTablet })} />
}

function useEntries(props: Props): MenuEntry[] {
  const t = useTranslations('manifest')
  const go = useGo()
  const { order } = props
  const { phone, email } = order.trip.contact
  const icon = 'size-4'
  const reach = (id: string, at: string | null, scheme: string, symbol: MenuEntry['icon']): MenuEntry[] =>
    at ? [{ id, label: formatPhone(at), icon: symbol, onAction: () => window.location.assign(`${scheme}:${at}`) }] : []
  const customer = useCustomerEntry(order.trip.customer_id)
  const arrival = useArrivalEntries(props)
  const tablet = useTabletEntry(props)
  return [
    {
      id: 'guests',
      label: t('guestByGuest'),
      icon: <ListChecks aria-hidden className={icon} />,
      onAction: props.onGuests,
    },
    ...tablet,
    {
      id: 'open',
      label: t('openTrip'),
      icon: <ExternalLink aria-hidden className={icon} />,
      onAction: () => go('trip', { trip: String(order.trip.id) }),
    },
    ...customer,
    ...reach('call', phone, 'tel', <Phone aria-hidden className={icon} />),
    ...reach('mail', email, 'mailto', <Mail aria-hidden className={icon} />),
    ...arrival,
  ]
}

/** Showing on a tablet what guests still have to sign. */
function useTabletEntry({ order, onTablet }: Props): MenuEntry[] {
  const t = useTranslations('signing')
  const mayCheckIn = useCan('booking.check_in')
  const count = unsigned(order)
  if (!mayCheckIn || count === 0) return []
  return [
    {
      id: 'tablet',
      label: t('signOnTabletAll', { count }),
      icon: <TabletSmartphone aria-hidden className="size-4" />,
      onAction: onTablet,
    },
  ]
}

/** Marking as no-show who is missing, and the statuses that the operator made up. */
function useArrivalEntries({ order, name, statuses, onChange }: Props): MenuEntry[] {
  const t = useTranslations('manifest')
  const mayCheckIn = useCan('booking.check_in')
  if (!mayCheckIn || order.status === 'cancelled') return []
  const { missing } = presenceOf(order)
  const set = (to: BookingStatus, bookings = order.bookings) =>
    onChange({ changes: [{ orderId: order.id, bookingIds: bookings.map((one) => one.id), to }], who: name })
  const absent: MenuEntry = {
    id: 'absent',
    label: t('markAbsent', { count: missing.length }),
    icon: <UserX aria-hidden className="size-4" />,
    isAfterLine: true,
    onAction: () => set(statusOf({ bookingStatuses: statuses }, 'no_show'), missing),
  }
  const own = statuses
    .filter((status) => !status.is_system)
    .map((status, index) => ({
      id: `status-${status.id}`,
      label: t('setStatus', { status: status.name }),
      isAfterLine: index === 0 && missing.length === 0,
      onAction: () => set(status),
    }))
  return [...(missing.length > 0 ? [absent] : []), ...own]
}

/** The way to the person behind the trip, for who may see people. */
function useCustomerEntry(customer: number | null): MenuEntry[] {
  const t = useTranslations('manifest')
  const go = useGo()
  const maySee = useCan('customer.view')
  if (!maySee || customer === null) return []
  return [
    {
      id: 'customer',
      label: t('openCustomer'),
      icon: <UserRound aria-hidden className="size-4" />,
      onAction: () => go('customer', { customer: String(customer) }),
    },
  ]
}
