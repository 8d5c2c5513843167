'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCashStep } from '@/lib/use-cash'
import { cardsQuery, readersQuery, tabQuery } from './api'
import { Attempts } from './attempts'
import { firstPart, isByHand, newTaking, sumsOf } from './model'
import { rememberWay } from './last-way'
import type { PayDesk } from './pay-context'
import type { Outcome, PayHost, Taking, Way } from './types'
import { useCharge } from './use-charge'

type Options = { host: PayHost; start: Way; isLarge?: boolean }

/** One payment from the first choice to its end: what is chosen, what it comes to, and taking it. */
export function usePayDesk({ host, start, isLarge = false }: Options, onOutcome: (outcome: Outcome) => void) {
  const { trip } = host
  const [attempts] = useState(() => new Attempts())
  const [taking, setTaking] = useState(() => newTaking(start, firstPart(trip)))
  const all = useOffered(host)
  const offered = taking.isAnyway ? all.filter(isByHand) : all
  const now = { ...taking, way: offered.includes(taking.way) ? taking.way : 'cash' } as const
  const tab = useTab(now, host)
  const sums = sumsOf(now, trip, tab, useCashStep(trip.currency))
  const plain = { host, taking: now, sums, attempts, isLarge }
  const charge = useCharge({ ...plain, change: () => {} }, onOutcome)
  const change: PayDesk['change'] = (some) => {
    // What is under way is what was pressed for: it ends as that, and cannot be begun beside itself.
    if (charge.run.isPending) return
    charge.run.reset()
    setTaking((before) => ({ ...before, ...some }))
  }
  const choose = (way: Way) => {
    rememberWay(way)
    change({ way })
  }
  const desk: PayDesk = { ...plain, change, isBusy: charge.run.isPending }
  return { desk, charge, offered, choose }
}

/** What the guests who were chosen owe together. */
function useTab({ part, bookings }: Taking, { trip }: PayHost): number {
  const { data: shares = [] } = useQuery({ ...tabQuery(trip.id ?? 0, trip.version), enabled: part === 'tab' })
  return shares
    .filter(({ booking_id }) => bookings.includes(booking_id))
    .reduce((sum, { open_amount }) => sum + open_amount, 0)
}

/** Ways that make sense for this trip and this operator. */
function useOffered({ trip }: PayHost): Way[] {
  const isSaved = trip.id !== null
  const { data: cards = [] } = useQuery({ ...cardsQuery(trip.id ?? 0, trip.version), enabled: isSaved })
  const { data: readers = [] } = useQuery(readersQuery())
  const isOn: Partial<Record<Way, boolean>> = { saved: cards.length > 0, reader: readers.length > 0 }
  const all: Way[] = ['card', 'reader', 'saved', 'cash', 'gift', 'link', 'other']
  return all.filter((way) => isOn[way] ?? true)
}
