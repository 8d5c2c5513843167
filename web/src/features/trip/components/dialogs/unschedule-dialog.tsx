'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '@/api/client'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/lib/use-format'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Notify, Reason, Sums } from './parts'

/** Take an order off its departure: seats are free at once, the money stays. */
export function UnscheduleDialog({ what, onClose }: DialogProps<'unschedule'>) {
  const order = useOrder(what.order)
  return order && <Unschedule order={order} onClose={onClose} />
}

function Unschedule({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState(true)
  const was = order.timeslot
  const at = { tripOrder: order.id }
  return (
    <DeedDialog
      title={t('unscheduleTitle', { what: order.experience.name })}
      label={t('unschedule')}
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send('/api/tripOrder/{tripOrder}/unschedule', at, { reason: reason.trim() || null, notify, version }),
        done: t('done_unscheduled'),
        undo: was
          ? {
              send: ({ version }) =>
                send(
                  '/api/tripOrder/{tripOrder}/rebook/{timeslot}',
                  { ...at, timeslot: was.id },
                  { price_mode: 'keep', notify: false, version },
                ),
            }
          : undefined,
      })}
    >
      <p className="text-soft">
        {t('unscheduleText', {
          count: order.bookings.length,
          when: was ? `${format.day(was.date, 'short')}, ${format.time(was.start_time)}` : '–',
        })}
      </p>
      <Sums rows={[{ label: t('staysOnTrip'), amount: order.totals.total, isStrong: true }]} />
      <Reason value={reason} onChange={setReason} autoFocus />
      <Notify value={notify} onChange={setNotify} />
    </DeedDialog>
  )
}

/** Bring a cancelled order back, when its seats are still there. */
export function UncancelDialog({ what, onClose }: DialogProps<'uncancel'>) {
  const t = useTranslations('trip')
  const { may } = useTrip()
  const order = useOrder(what.order)
  const [overbook, setOverbook] = useState(false)
  const [unscheduled, setUnscheduled] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  if (!order) return null
  return (
    <DeedDialog
      title={t('uncancel')}
      label={t('uncancel')}
      onClose={onClose}
      onError={setRefusal}
      change={() => ({
        send: ({ version }) =>
          send('/api/tripOrder/{tripOrder}/uncancel', { tripOrder: order.id }, { overbook, unscheduled, version }),
        done: t('done_uncancelled'),
      })}
    >
      <p className="text-soft">{t('uncancelText', { count: order.bookings.length })}</p>
      <Switch isSelected={unscheduled} onChange={setUnscheduled}>
        {t('uncancelLater')}
      </Switch>
      {refusal?.code === 'sold_out' && may.overbook && (
        <Switch isSelected={overbook} onChange={setOverbook}>
          {t('overbook')}
        </Switch>
      )}
    </DeedDialog>
  )
}
