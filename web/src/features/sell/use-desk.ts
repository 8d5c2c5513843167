'use client'
import { useErrorText } from '@/components/ui/states'
import { mayOf } from '@/features/trip/may'
import type { TripDesk } from '@/features/trip/trip-context'
import type { Change, Trip } from '@/features/trip/types'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useSale } from './use-sale'

const nothing = () => undefined

/** The draft as the windows of the trip page know a trip: what they change is changed in the sale. */
export function useDesk(): TripDesk | null {
  const { trip, saving, store } = useSale()
  const session = useSession()
  const errorText = useErrorText()
  if (!trip || !session) return null
  const ask = async (change: Change) => {
    const now = (await store.settle()) ?? trip
    const answer = await change.send(now as Trip)
    store.take(answer)
    return answer.trip
  }
  return {
    id: String(trip.id),
    trip: trip as Trip,
    zone: session.properties.time_zone,
    may: mayOf(session.permissions, trip as Trip),
    ask,
    act: (change) => void ask(change).catch((error) => toast.error(errorText(error))),
    isPending: saving === 'waiting',
    open: nothing,
    news: [],
    dismissNews: nothing,
  }
}
