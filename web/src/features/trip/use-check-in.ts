'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/lib/toast'
import { useTranslations } from 'use-intl'
import type { BookingStatus, TripFull } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { historyQuery, setCheckedIn, tripQuery } from './api'

export type CheckIn = { orderId: number; bookingIds: number[]; isIn: boolean }

/** The trip as it stands once these guests are checked in or out. */
export function withCheckIn(trip: TripFull, change: CheckIn, status: BookingStatus, at: string): TripFull {
  const tripOrders = trip.tripOrders.map((order) => ({
    ...order,
    bookings: order.bookings.map((booking) =>
      change.bookingIds.includes(booking.id)
        ? { ...booking, bookingStatus: status, checked_in_at: change.isIn ? at : null }
        : booking,
    ),
  }))
  return { ...trip, tripOrders }
}

/** Check in and out at once on the screen; the server's trip replaces the guess, a refusal takes it back. */
export function useTripCheckIn(id: string) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const statuses = useSession()?.bookingStatuses ?? []
  const { queryKey } = tripQuery(id)
  const statusOf = (isIn: boolean) => statuses.find((one) => one.slug === (isIn ? 'checked_in' : 'not_checked_in'))
  return useMutation({
    mutationFn: ({ orderId, bookingIds, isIn }: CheckIn) =>
      setCheckedIn(orderId, bookingIds, isIn ? undefined : statusOf(false)?.id),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      const status = statusOf(change.isIn)
      if (before && status)
        queries.setQueryData(queryKey, withCheckIn(before, change, status, new Date().toISOString()))
      return { before }
    },
    onSuccess: ({ trip }) => {
      queries.setQueryData(queryKey, trip)
      void queries.invalidateQueries({ queryKey: historyQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: ['manifest'] })
    },
    onError: (error, _change, context) => {
      queries.setQueryData(queryKey, context?.before)
      toast.error(t('notSaved'), { description: errorText(error) })
    },
  }).mutate
}
