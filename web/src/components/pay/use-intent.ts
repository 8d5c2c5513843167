'use client'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useDebounced } from '@/lib/use-debounced'
import { createIntent, updateIntent } from './api'
import type { Fields } from './card-fields'
import { tipOf } from './model'
import { usePay } from './pay-context'
import type { Slot } from './slot'
import type { Intent } from './types'

/** Whoever types an amount is left alone for so long before the gateway hears of it. */
const REST = 500

/**
 * The gateway's record of the payment that is being made, kept at what is asked for.
 *
 * `settle` brings it to what stands in the window now, however fast the button was pressed.
 */
export function useIntent(fields: Slot<Fields>) {
  const queries = useQueryClient()
  const window = useId()
  const load = useLoading(fields)
  const wanted = useWanted()
  const rested = useDebounced(wanted, REST)
  const [tries, setTries] = useState(0)
  const options = (print: string) =>
    queryOptions({
      queryKey: ['pay', 'intent', window, print, tries],
      queryFn: load,
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })
  const { sums } = usePay()
  const isAsked = sums.total > 0 && sums.problem === null
  const { data, error } = useQuery({ ...options(rested), enabled: isAsked, placeholderData: keepPreviousData })
  const settle = () => queries.ensureQueryData(options(wanted))
  return { intent: data ?? null, error, settle, again: () => setTries(tries + 1) }
}

/** What the gateway has to know of the window, as a text that differs when it does. */
function useWanted(): string {
  const { taking, sums } = usePay()
  return JSON.stringify([sums.amount, tipOf(taking), taking.part, taking.bookings, taking.isHold, taking.isKept])
}

/** Makes the record, or changes the one that is there as far as that goes. */
function useLoading(fields: Slot<Fields>): () => Promise<Intent> {
  const { host, taking, sums, attempts } = usePay()
  const made = useRef<{ id: number; kind: string } | null>(null)
  return async () => {
    const kind = `${taking.isHold} ${taking.isKept}`
    if (made.current?.kind === kind) {
      const changed = await updateIntent(attempts, host.trip, made.current.id, taking, sums)
      await fields.content?.elements.fetchUpdates?.()
      return changed
    }
    const intent = await createIntent(attempts, host.trip, taking, sums, 'moto')
    made.current = { id: intent.intent_id, kind }
    return intent
  }
}
