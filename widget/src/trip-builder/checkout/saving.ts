/** Guests and contact go to the server; the first holds seats. */
import { NetworkError, post } from '../../api'
import { contactErrors, trimmed } from '../contact'
import { quantitiesBody } from '../guests'
import { saveContact as rememberContact } from '../session'
import { activeOrder, type TimeslotRef, type Trip, type TripAnswer } from '../types'
import { exclusively, keepTrip, type Purchase } from './checkout'
import { enterPaymentNow } from './paying'
import { reportFailure } from './report'

async function save(purchase: Purchase, name: string, body: Record<string, unknown>): Promise<Trip> {
  const { attempts, store } = purchase
  try {
    const options = { idempotencyKey: attempts.keyFor(name, body) }
    const { trip } = await post<TripAnswer>('/api/trip/save', body, options)
    attempts.settle(name)
    keepTrip(purchase, trip)
    store.dispatch({ type: 'tripChanged', trip })
    return trip
  } catch (error) {
    if (!(error instanceof NetworkError)) attempts.settle(name)
    throw error
  }
}

function guestsBody({ store, language }: Purchase): Record<string, unknown> {
  const { trip, experienceId, timeslot, quantities } = store.get()
  const order = activeOrder(trip)
  return {
    ...(trip && { id: trip.hash }),
    locale: language,
    orders: [
      {
        ...(order && { id: order.id }),
        experience_id: experienceId,
        timeslot_id: timeslot!.id,
        quantities: quantitiesBody(quantities),
      },
    ],
  }
}

/** Holds the seats, then goes on to where the visitor was: the contact form, or straight to payment. */
export const saveGuests = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store } = purchase
    try {
      const trip = await save(purchase, 'guests', guestsBody(purchase))
      if (trip.contact.email && store.get().step === 'payment') await enterPaymentNow(purchase)
      else store.dispatch({ type: 'wentTo', step: 'contact' })
    } catch (error) {
      await reportFailure(purchase, error, 'saveGuests')
    }
  })

/** Another time for the same party. */
export function chooseAlternative(purchase: Purchase, timeslot: TimeslotRef): Promise<void> {
  const { dispatch, get: read } = purchase.store
  const { step } = read()
  dispatch({ type: 'timeslotChosen', timeslot })
  dispatch({ type: 'wentTo', step })
  return saveGuests(purchase)
}

/** Checks the form, stores it with the trip and prepares the payment. */
export const saveContact = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store, language } = purchase
    const { contact, trip } = store.get()
    const errors = contactErrors(contact)
    store.dispatch({ type: 'contactRefused', errors })
    if (Object.keys(errors).length > 0 || !trip) return
    rememberContact(trimmed(contact))
    try {
      await save(purchase, 'contact', { id: trip.hash, locale: language, contact: trimmed(contact) })
      await enterPaymentNow(purchase)
    } catch (error) {
      await reportFailure(purchase, error, 'saveContact')
    }
  })
