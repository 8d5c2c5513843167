'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { isLive } from '../../model'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Notify, Reason, Sums } from './parts'

/** Delete a trip: what becomes free, what stays paid, and why. */
export function DeleteDialog({ onClose }: DialogProps<'delete'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState(false)
  const [force, setForce] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const isSold = trip.status.slug !== 'draft'
  const kept = trip.totals.paid - trip.totals.refunded
  return (
    <DeedDialog
      title={t('deleteTitle', { code: trip.confirmation_code })}
      label={t('delete')}
      look="destroy"
      isDisabled={!reason.trim()}
      onClose={onClose}
      onError={setRefusal}
      change={() => ({
        send: ({ version }) =>
          send('/api/trip/{trip}/delete', { trip: id }, { reason: reason.trim(), notify, force, version }),
        done: t('done_deleted'),
      })}
    >
      {(wrong) => (
        <>
          <Freed />
          {kept !== 0 && <Sums rows={[{ label: t('stillPaid'), amount: kept, isStrong: true, tone: 'warn' }]} />}
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
          {(refusal || kept !== 0) && (
            <Switch isSelected={force} onChange={setForce} hint={t('forceHint')}>
              {t('force')}
            </Switch>
          )}
          {isSold && <Notify value={notify} onChange={setNotify} />}
        </>
      )}
    </DeedDialog>
  )
}

/** How many seats go back on sale. */
function Freed() {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const seats = trip.tripOrders
    .filter((one) => isLive(one) && one.timeslot)
    .reduce((sum, one) => sum + one.bookings.length, 0)
  return <p className="text-soft">{t('deleteText', { count: seats })}</p>
}

/** Say no to a trip that waits for a look: everything that was paid goes back. */
export function DeclineDialog({ onClose }: DialogProps<'decline'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState(true)
  return (
    <DeedDialog
      title={t('declineTitle')}
      label={t('decline')}
      look="destroy"
      isDisabled={!reason.trim()}
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send(
            '/api/trip/{trip}/confirmReview',
            { trip: id },
            { approve: false, note: reason.trim(), notify, version },
          ),
        done: t('done_declined'),
      })}
    >
      {(wrong) => (
        <>
          <Freed />
          <Sums rows={[{ label: t('paidBack'), amount: trip.totals.paid - trip.totals.refunded, isStrong: true }]} />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
          <Notify value={notify} onChange={setNotify} />
        </>
      )}
    </DeedDialog>
  )
}

/** Bring a deleted trip back, when its seats are still there. */
export function RestoreDialog({ onClose }: DialogProps<'restore'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('step_restore')}
      label={t('step_restore')}
      onClose={onClose}
      change={() => ({
        send: ({ version }) => send('/api/trip/{trip}/restore', { trip: id }, { reason: reason.trim(), version }),
        done: t('done_restored'),
      })}
    >
      <p className="text-soft">{t('restoreText')}</p>
      {trip.delete_reason && <Notice tone="info">{trip.delete_reason}</Notice>}
      <Reason value={reason} onChange={setReason} autoFocus />
    </DeedDialog>
  )
}
