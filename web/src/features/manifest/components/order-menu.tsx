'use client'
import { Ellipsis, ExternalLink, Mail, Phone, UserRound, UserX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ManifestOrder } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { formatPhone } from '@/lib/phone'
import { useCan } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { presenceOf } from '../model'
import type { Change } from '../use-check-in'

type Props = { order: ManifestOrder; name: string; onChange: (change: Change) => void }

/** The rarer things to do with an order: open it, call, write, mark who did not come. */
export function OrderMenu({ order, name, onChange }: Props) {
  const t = useTranslations('manifest')
  const label = t('more', { who: name })
  return (
    <Menu label={label} entries={useEntries({ order, name, onChange })}>
      <IconButton label={label} className="print:hidden">
        <Ellipsis aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

function useEntries({ order, name, onChange }: Props): MenuEntry[] {
  const t = useTranslations('manifest')
  const go = useGo()
  const mayCheckIn = useCan('booking.check_in')
  const { phone, email } = order.trip.contact
  const { missing } = presenceOf(order)
  const icon = 'size-4'
  const reach = (id: string, at: string | null, scheme: string, symbol: MenuEntry['icon']): MenuEntry[] =>
    at ? [{ id, label: formatPhone(at), icon: symbol, onAction: () => window.location.assign(`${scheme}:${at}`) }] : []
  const markAbsent = () =>
    onChange({ orderId: order.id, bookingIds: missing.map((booking) => booking.id), to: 'no_show', who: name })
  return [
    {
      id: 'open',
      label: t('openTrip'),
      icon: <ExternalLink aria-hidden className={icon} />,
      onAction: () => go('trip', { trip: String(order.trip.id) }),
    },
    ...useCustomerEntry(order.trip.customer_id),
    ...reach('call', phone, 'tel', <Phone aria-hidden className={icon} />),
    ...reach('mail', email, 'mailto', <Mail aria-hidden className={icon} />),
    ...(mayCheckIn && missing.length
      ? [
          {
            id: 'absent',
            label: t('markAbsent', { count: missing.length }),
            icon: <UserX aria-hidden className={icon} />,
            isAfterLine: true,
            onAction: markAbsent,
          },
        ]
      : []),
  ]
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
