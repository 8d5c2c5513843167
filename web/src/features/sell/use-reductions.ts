'use client'
import { useMutation } from '@tanstack/react-query'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import type { TripAnswer } from './api'
import { send } from './closing'
import { useSale } from './use-sale'

/** What comes off: minor units or parts per million, as a positive number. */
export type Discount = { amount: number | null; ppm: number | null; label: string; reason: string }

/** Change the draft once the server knows the sale as it is typed. */
function useDraftChange() {
  const { store } = useSale()
  return async (ask: (trip: number, version: number) => Promise<TripAnswer>) => {
    const trip = await store.settle()
    if (trip?.id) store.take(await ask(trip.id, trip.version))
  }
}

function useTellError() {
  const errorText = useErrorText()
  return (error: Error) => toast.error(errorText(error))
}

/** Offer codes of the sale. */
export function useCodes() {
  const change = useDraftChange()
  const onError = useTellError()
  const addCode = useMutation({
    mutationFn: (code: string) =>
      change((trip, version) => send('/api/trip/{trip}/payments/offerCode/add', { trip }, { code, version })),
  })
  const dropCode = useMutation({
    mutationFn: (offer_code_id: number) =>
      change((trip, version) =>
        send('/api/trip/{trip}/payments/offerCode/remove', { trip }, { offer_code_id, version }),
      ),
    onError,
  })
  return { addCode, dropCode }
}

const negative = (value: number | null) => (value === null ? null : -value)

/** Discounts by hand on the whole sale. */
export function useDiscounts() {
  const change = useDraftChange()
  const onError = useTellError()
  const discount = useMutation({
    mutationFn: ({ amount, ppm, ...rest }: Discount) =>
      change((trip, version) => {
        const body = { ...rest, amount: negative(amount), ppm: negative(ppm), version }
        return send('/api/trip/{trip}/adjustment/add', { trip }, body)
      }),
  })
  const dropDiscount = useMutation({
    mutationFn: (adjustment_id: number) =>
      change((trip, version) => send('/api/trip/{trip}/adjustment/remove', { trip }, { adjustment_id, version })),
    onError,
  })
  return { discount, dropDiscount }
}

type Comp = { orders: number[]; is_comped: boolean; reason: string }

/** Orders on the house, one after the other: each answers with the trip the next one needs. */
export function useComp() {
  const change = useDraftChange()
  return useMutation({
    mutationFn: async ({ orders, ...rest }: Comp) => {
      for (const tripOrder of orders) {
        await change((_, version) => send('/api/tripOrder/{tripOrder}/toggleComp', { tripOrder }, { ...rest, version }))
      }
    },
  })
}
