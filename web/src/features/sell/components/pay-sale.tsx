'use client'
import { useState } from 'react'
import type { TripFull } from '@/api/models'
import { PayWindow } from '@/components/pay/pay-window'
import type { Outcome, PayHost, Way } from '@/components/pay/types'
import { useRenewing } from '../use-closing'
import { useSale } from '../use-sale'

type Props = {
  /** The draft as the server has it. */
  trip: TripFull
  start: Way
  notify: boolean
  isLarge?: boolean
  /** It is booked: with what is still owed, and the cash that goes back. */
  onDone: (trip: TripFull, change: number) => void
  onClose: () => void
}

/** The money of a sale: the first part of it books the trip, more parts may follow. */
export function PaySale({ trip: draft, start, notify, isLarge, onDone, onClose }: Props) {
  const { store } = useSale()
  const renew = useRenewing()
  const [trip, setTrip] = useState(draft)
  const [change, setChange] = useState(0)
  const host: PayHost = {
    trip,
    notify,
    ask: async (send) => {
      const answer = await send(trip)
      store.take(answer)
      setTrip(answer.trip)
      return answer.trip
    },
  }
  const took = (outcome: Outcome) => {
    if (outcome.kind !== 'paid') return
    setChange(outcome.change)
    if (outcome.trip.totals.balance <= 0) leave(outcome.trip, outcome.change)
  }
  const leave = (sold: TripFull, back: number) => {
    if (sold.status.slug === 'draft') return onClose()
    renew()
    onDone(sold, back)
  }
  return <PayWindow {...{ host, start, isLarge }} onOutcome={took} onClose={() => leave(trip, change)} />
}
