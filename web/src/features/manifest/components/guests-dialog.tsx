'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { BookingStatus } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { markSigned } from '@/components/waivers/api'
import { fullName } from '@/lib/names'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import type { Booking, Day, Order } from '../types'
import { useStatusName } from '../use-status-name'
import type { Deed } from '../use-check-in'

type Props = {
  order: Order
  name: string
  statuses: Day['bookingStatuses']
  onChange: (deed: Deed) => void
  onClose: () => void
}

/** Every guest of an order with everything a guide asks about, and the status to choose. */
export function GuestsDialog({ order, name, statuses, onChange, onClose }: Props) {
  const t = useTranslations('manifest')
  const common = useTranslations('common')
  return (
    <Dialog
      title={name}
      isOpen
      onClose={onClose}
      size="lg"
      footer={<Button onPress={onClose}>{common('close')}</Button>}
    >
      <ul aria-label={t('guestsOf')} className="divide-y">
        {order.bookings.map((booking) => (
          <GuestRow
            key={booking.id}
            booking={booking}
            statuses={statuses}
            isFixed={order.status === 'cancelled'}
            onStatus={(to, who) => onChange({ changes: [{ orderId: order.id, bookingIds: [booking.id], to }], who })}
          />
        ))}
      </ul>
    </Dialog>
  )
}

type RowProps = {
  booking: Booking
  statuses: Day['bookingStatuses']
  isFixed: boolean
  onStatus: (to: BookingStatus, who: string) => void
}

/** Says that a guest signed on paper. */
function OnPaper({ booking, who }: { booking: number; who: string }) {
  const t = useTranslations('manifest')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const mark = useMutation({
    mutationFn: () => markSigned([booking]),
    onSettled: () => queries.invalidateQueries({ queryKey: ['manifest'] }),
    onError: (error) => toast.error(t('notSaved', { who }), { description: errorText(error) }),
  })
  return (
    <Button size="sm" isPending={mark.isPending} onPress={() => mark.mutate()}>
      {t('signedOnPaper')}
      <span className="sr-only">{who}</span>
    </Button>
  )
}

function GuestRow({ booking, statuses, isFixed, onStatus }: RowProps) {
  const t = useTranslations('manifest')
  const mayCheckIn = useCan('booking.check_in')
  const statusName = useStatusName()
  const type = booking.customerType.name
  const who = fullName(booking.guest) || type
  const extras = booking.customFieldValues.filter(({ value }) => value !== '')
  const choose = (id: number) => {
    const to = statuses.find((status) => status.id === id)
    if (to && id !== booking.bookingStatus.id) onStatus(to, who)
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{who}</bdi>
          {booking.waiver.state === 'missing' && <Badge tone="warn">{t('waiverMissing')}</Badge>}
          {booking.waiver.state === 'missing' && mayCheckIn && !isFixed && <OnPaper booking={booking.id} who={who} />}
          {booking.waiver.state === 'signed' && <Badge tone="good">{t('waiverSigned')}</Badge>}
        </p>
        <p className="text-sm text-faint">{[type, ...booking.addons.map((addon) => addon.name)].join(' · ')}</p>
        {extras.map(({ label, value }) => (
          <p key={label} className="text-sm text-soft">
            <span className="text-faint">{label}:</span> {value}
          </p>
        ))}
      </div>
      <Select
        label={t('statusOf', { who })}
        isLabelHidden
        options={statuses.map((status) => ({ id: status.id, name: statusName(status) }))}
        value={booking.bookingStatus.id}
        onChange={choose}
        isDisabled={!mayCheckIn || isFixed}
        className="w-full sm:w-52"
      />
    </li>
  )
}
