'use client'
import { useTranslations } from 'use-intl'
import { send } from './send'
import { useTrip } from './trip-context'

/** Confirm a trip that waits for a look: it is booked then, and the guest is told. */
export function useReview() {
  const t = useTranslations('trip')
  const { id, act } = useTrip()
  return () =>
    act({
      send: ({ version }) => send('/api/trip/{trip}/confirmReview', { trip: id }, { approve: true, version }),
      done: t('done_review'),
    })
}
