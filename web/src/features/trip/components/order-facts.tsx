'use client'
import { Clock, MapPin, ShieldCheck, StickyNote, Truck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Avatar } from '@/components/ui/avatar'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { isLive } from '../model'
import { termsOf } from '../terms'
import { useTrip } from '../trip-context'
import type { Order } from '../types'
import { FieldValues } from './field-values'

const line = 'flex items-start gap-2'
const icon = 'mt-0.5 size-4 shrink-0 text-faint'

/** When, where, with whom and with what, and what to keep in mind. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-soft">
      <When order={order} />
      {order.experience.meeting_point && (
        <span className={line}>
          <MapPin aria-hidden className={icon} />
          <span className="whitespace-pre-line">{order.experience.meeting_point}</span>
        </span>
      )}
      {order.guides.map((guide) => (
        <span key={guide.id} className="flex items-center gap-2">
          <Avatar name={guide.name} color="" size="sm" />
          <bdi>{guide.name}</bdi>
        </span>
      ))}
      {order.resources.map((resource) => (
        <span key={resource.id} className={line}>
          <Truck aria-hidden className={icon} />
          <bdi>{resource.name}</bdi>
        </span>
      ))}
      <Terms order={order} />
      {order.note && (
        <span className={cx(line, 'text-ink')}>
          <StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-fill" />
          <span className="whitespace-pre-line">{order.note}</span>
        </span>
      )}
      <FieldValues values={order.customFieldValues} />
    </div>
  )
}

function When({ order: { timeslot: slot, schedule_by: last } }: { order: Order }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { zone } = useTrip()
  return (
    <span className={cx(line, 'font-medium text-ink')}>
      <Clock aria-hidden className={icon} />
      {slot ? (
        <span className="tabular-nums">
          {format.day(slot.date, 'medium')},{' '}
          {slot.is_flex ? t('anyTime') : `${format.time(slot.start_time)} – ${format.instantTime(slot.end_at, zone)}`}
        </span>
      ) : (
        <span>
          {t('unscheduled')}
          {last && (
            <span className="font-normal text-soft"> · {t('scheduleBy', { day: format.day(last, 'medium') })}</span>
          )}
        </span>
      )}
    </span>
  )
}

/** What comes back of a cancellation now, and until when: what has passed is promised to nobody. */
function Terms({ order }: { order: Order }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip, zone } = useTrip()
  if (!order.cancellation || !isLive(order)) return null
  const { policy_name: name, until, refund_ppm, fee_amount } = order.cancellation
  const terms = {
    name,
    when: until ? format.instant(until, zone) : '',
    share: format.number(refund_ppm / 10_000),
    fee: format.money(fee_amount, trip.currency),
  }
  return (
    <span className={line}>
      <ShieldCheck aria-hidden className={icon} />
      {t(`terms_${termsOf(order.cancellation)}`, terms)}
    </span>
  )
}
