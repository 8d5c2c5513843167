'use client'
import { useTranslations } from 'use-intl'
import type { TripBooking, TripFull, TripOrder } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { isolate } from '@/lib/isolate'
import { fullName } from '@/lib/names'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import type { AddonLine, FieldValue } from '../types'
import { FieldValues } from './field-values'

/** One order on paper: what, when, where, with whom, and its guests with a box to tick. */
export function PrintOrder({ order, zone }: { order: TripOrder; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { timeslot: slot, experience, guides, resources } = order
  const when = slot
    ? `${format.day(slot.date, 'long')}, ${format.time(slot.start_time)} – ${format.instantTime(slot.end_at, zone)}`
    : t('unscheduled')
  const crew = [...guides, ...resources].map((one) => one.name)
  return (
    <section className="break-inside-avoid pt-6">
      <h2 className="text-lg font-semibold">
        <bdi>{experience.name}</bdi> {order.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
      </h2>
      <p className="font-medium tabular-nums">{when}</p>
      {experience.meeting_point && <p className="text-sm whitespace-pre-line text-soft">{experience.meeting_point}</p>}
      {crew.length > 0 && <p className="text-sm text-soft">{format.list(crew)}</p>}
      {order.note && <p className="mt-1 border-s-2 ps-3 text-sm whitespace-pre-line">{order.note}</p>}
      <Extras addons={order.addons} values={order.customFieldValues} />
      <Guests bookings={order.bookings} />
    </section>
  )
}

type ExtrasProps = { addons: readonly AddonLine[]; values: readonly FieldValue[] }

/** What goes with an order or a guest, and what they answered. */
function Extras({ addons, values }: ExtrasProps) {
  const format = useFormat()
  const said = addons.map((one) => {
    const what = [one.name, one.value, one.text_value].filter(Boolean).join(': ')
    return one.qty > 1 ? `${format.number(one.qty)} × ${isolate(what)}` : what
  })
  return (
    <div className="flex flex-wrap gap-x-4 text-sm text-soft">
      {said.length > 0 && <span>{said.join(', ')}</span>}
      <FieldValues values={values} />
    </div>
  )
}

function Guests({ bookings }: { bookings: readonly TripBooking[] }) {
  const t = useTranslations('trip')
  const head = 'border-b py-1 pe-4 text-start text-xs font-medium text-faint'
  return (
    <div tabIndex={0} role="group" aria-label={t('tab_guests')} className="overflow-x-auto">
      <table className="mt-2 w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t('checkIn')}
            </th>
            <th scope="col" className={head}>
              {t('printGuest')}
            </th>
            <th scope="col" className={head}>
              {t('printKind')}
            </th>
            <th scope="col" className={head}>
              {t('contact')}
            </th>
            <th scope="col" className={head}>
              {t('printTicket')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <Guest key={booking.id} booking={booking} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Guest({ booking }: { booking: TripBooking }) {
  const t = useTranslations('trip')
  const { guest, customerType, pax_cnt, ticket_code, checked_in_at } = booking
  const cell = 'border-b py-1.5 pe-4 align-top'
  return (
    <tr>
      <td className={cell}>
        <span
          role="img"
          aria-label={checked_in_at ? t('did_booking_checked_in') : t('did_booking_not_checked_in')}
          className="grid size-4 place-items-center border border-ink text-xs leading-none"
        >
          {checked_in_at && '✓'}
        </span>
      </td>
      <td className={cell}>
        <bdi>{fullName(guest) || t('noName')}</bdi>
        <Extras addons={booking.addons} values={booking.customFieldValues} />
      </td>
      <td className={cell}>
        <bdi>{customerType.name}</bdi>
        {pax_cnt > 1 && ` × ${pax_cnt}`}
      </td>
      <td className={cell}>{[guest.phone && formatPhone(guest.phone), guest.email].filter(Boolean).join(', ')}</td>
      <td className={`${cell} font-mono`}>{ticket_code}</td>
    </tr>
  )
}

/** What staff wrote down about the trip. */
export function PrintNotes({ trip }: { trip: TripFull }) {
  const t = useTranslations('trip')
  const bodies = trip.notes.map((note) => note.body).filter((body) => typeof body === 'string')
  if (bodies.length === 0) return null
  return (
    <section className="break-inside-avoid pt-6">
      <h2 className="text-sm font-medium text-faint">{t('printNotes')}</h2>
      <ul className="space-y-1">
        {bodies.map((body) => (
          <li key={body} className="border-s-2 ps-3 whitespace-pre-line">
            {body}
          </li>
        ))}
      </ul>
    </section>
  )
}
