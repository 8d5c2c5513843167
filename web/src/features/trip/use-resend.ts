import { useTranslations } from 'use-intl'
import { confirmable, mailAgain } from './mails'
import { useTrip } from './trip-context'

/** Sends the confirmation again; null where there is none to send, or no right to. */
export function useResend(): (() => void) | null {
  const t = useTranslations('trip')
  const { id, trip, may, act } = useTrip()
  const whom = may.message ? confirmable(trip) : null
  if (!whom) return null
  return () =>
    act({
      send: mailAgain(id, whom.customer, { kind: 'confirmation' }),
      done: t('confirmationSent', { to: whom.to }),
    })
}
