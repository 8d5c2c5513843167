'use client'
import { Check, ChevronDown, Ellipsis, ExternalLink, Mail, Phone, StickyNote, UserX } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, ToggleButton } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import type { ManifestOrder } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { fullName } from '@/lib/names'
import { isAbsent, isIn, partyOf } from '../model'
import type { Change } from '../use-check-in'
import { GuestChips } from './guest-chips'

type Props = { order: ManifestOrder; currency: string; zone: string; onChange: (change: Change) => void }

/** One order of a departure: who, how many, what is owed, and the check-in under the thumb. */
export function OrderRow({ order, currency, zone, onChange }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { trip } = order
  const name = fullName(trip.contact) || trip.group_name || t('noName')
  const party = format.shortList(partyOf(order).map(([type, count]) => `${format.number(count)} ${type}`))
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 py-2.5 pr-3 pl-5 lg:grid-cols-[minmax(0,17rem)_1fr_auto]">
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <AppLink
            to="trip"
            params={{ trip: String(trip.id) }}
            prefetch={false}
            className="min-h-6 truncate font-medium hover:text-accent hover:underline"
          >
            {name}
          </AppLink>
          {trip.balance_amount > 0 && (
            <Badge tone="warn">{t('amountDue', { amount: format.moneyShort(trip.balance_amount, currency) })}</Badge>
          )}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-faint">
          {order.bookings.length > 1 && (
            <AriaButton
              aria-expanded={isOpen}
              onPress={() => setOpen(!isOpen)}
              className="-ml-1 inline-flex min-h-8 items-center gap-1 rounded-md px-1 text-left text-soft tabular-nums lg:hidden"
            >
              {party}
              <ChevronDown aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-180')} />
            </AriaButton>
          )}
          <span className={cx('tabular-nums', order.bookings.length > 1 && 'hidden lg:inline')}>{party}</span>
          <span className="font-mono text-xs tracking-wide">{trip.confirmation_code}</span>
        </div>
      </div>
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
            <StickyNote aria-hidden className="size-4 text-warn-fill" />
            {order.note}
          </span>
        )}
      </div>
      <div className="flex items-center gap-1">
        <CheckInButton order={order} name={name} zone={zone} onChange={onChange} />
        <OrderMenu order={order} name={name} onChange={onChange} />
      </div>
    </li>
  )
}

function CheckInButton({ order, name, zone, onChange }: Omit<Props, 'currency'> & { name: string }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const mayCheckIn = useCan('booking.check_in')
  const expected = order.bookings.filter((booking) => !isAbsent(booking))
  const here = expected.filter(isIn)
  const missing = expected.filter((booking) => !isIn(booking))
  const isAllIn = expected.length > 0 && missing.length === 0
  const changed = isAllIn ? here : missing.length ? missing : order.bookings
  const at = here
    .map((booking) => booking.checked_in_at)
    .sort()
    .at(-1)
  const word =
    expected.length === 0 ? t('absent') : here.length ? t('checkInRest', { count: missing.length }) : t('checkIn')
  return (
    <ToggleButton
      isDisabled={!mayCheckIn}
      isSelected={isAllIn}
      aria-label={t('checkInWho', { who: name })}
      onChange={() =>
        onChange({
          orderId: order.id,
          bookingIds: changed.map((booking) => booking.id),
          to: isAllIn ? 'not_checked_in' : 'checked_in',
          who: name,
        })
      }
      className={cx(
        'inline-flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors select-none sm:min-w-32',
        isAllIn
          ? 'border-transparent bg-good-wash text-good hover:brightness-95'
          : 'border-line-strong bg-surface text-ink hover:border-accent hover:bg-accent-wash hover:text-accent active:bg-accent-wash',
        expected.length === 0 && 'text-faint',
      )}
    >
      {isAllIn && <Check aria-hidden className="size-4" strokeWidth={3} />}
      {isAllIn && at ? <span className="tabular-nums">{format.instantTime(at, zone)}</span> : word}
    </ToggleButton>
  )
}

function OrderMenu({ order, name, onChange }: Omit<Props, 'currency' | 'zone'> & { name: string }) {
  const t = useTranslations('manifest')
  const go = useGo()
  const { contact, id } = order.trip
  const mayCheckIn = useCan('booking.check_in')
  const absent = mayCheckIn ? order.bookings.filter((booking) => !isIn(booking) && !isAbsent(booking)) : []
  const icon = 'size-4'
  const open = (address: string) => () => window.location.assign(address)
  return (
    <Menu
      label={t('more', { who: name })}
      entries={[
        {
          id: 'open',
          label: t('openTrip'),
          icon: <ExternalLink aria-hidden className={icon} />,
          onAction: () => go('trip', { trip: String(id) }),
        },
        ...(contact.phone
          ? [
              {
                id: 'call',
                label: contact.phone,
                icon: <Phone aria-hidden className={icon} />,
                onAction: open(`tel:${contact.phone}`),
              },
            ]
          : []),
        ...(contact.email
          ? [
              {
                id: 'mail',
                label: contact.email,
                icon: <Mail aria-hidden className={icon} />,
                onAction: open(`mailto:${contact.email}`),
              },
            ]
          : []),
        ...(absent.length
          ? [
              {
                id: 'absent',
                label: t('markAbsent', { count: absent.length }),
                icon: <UserX aria-hidden className={icon} />,
                isAfterLine: true,
                onAction: () =>
                  onChange({
                    orderId: order.id,
                    bookingIds: absent.map((booking) => booking.id),
                    to: 'no_show',
                    who: name,
                  }),
              },
            ]
          : []),
      ]}
    >
      <IconButton label={t('more', { who: name })}>
        <Ellipsis aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}
