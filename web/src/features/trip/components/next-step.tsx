'use client'
import { CalendarPlus, Check, CircleDollarSign, RotateCcw, ThumbsUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { dayIn } from '@/lib/dates'
import { isLive, nextStep, waiting, type Step } from '../model'
import { useTrip, type TripDesk } from '../trip-context'
import { useReview } from '../use-review'
import { usePresence } from '../use-check-in'

const icons = {
  restore: RotateCcw,
  review: ThumbsUp,
  expired: CalendarPlus,
  reserve: Check,
  schedule: CalendarPlus,
  pay: CircleDollarSign,
  check_in: Check,
}

/** The one thing to do with this trip now, as a button; nothing where there is nothing to do or no right to. */
export function NextStep({ isWide }: { isWide?: boolean }) {
  const t = useTranslations('trip')
  const desk = useTrip()
  const step = nextStep(desk.trip, desk.zone)
  const deed = useDeeds(desk)
  if (!step || !isAllowed(step, desk)) return null
  const Icon = icons[step]
  return (
    <Button look="primary" onPress={deed[step]} className={isWide ? 'w-full' : undefined}>
      <Icon aria-hidden className="size-4" />
      {t(`step_${step}`)}
    </Button>
  )
}

function isAllowed(step: Exclude<Step, null>, { may }: TripDesk): boolean {
  const rights = {
    restore: may.restore,
    review: may.review,
    expired: may.rebook || may.edit,
    reserve: may.reserve,
    schedule: may.rebook,
    pay: may.pay,
    check_in: may.checkIn,
  }
  return rights[step]
}

function useDeeds({ trip, open, zone }: TripDesk) {
  const setPresence = usePresence()
  const approve = useReview()
  const live = trip.tripOrders.filter(isLive)
  const first = (fits: (order: (typeof live)[number]) => boolean) => live.find(fits)
  const choose = (order: (typeof live)[number] | undefined) => order && open({ kind: 'rebook', order: order.id })
  const today = dayIn(zone)
  return {
    restore: () => open({ kind: 'restore' }),
    review: approve,
    expired: () => choose(first((order) => order.hold === null)),
    reserve: () => open({ kind: 'reserve' }),
    schedule: () => choose(first((order) => order.schedule_state === 'unscheduled')),
    pay: () => open({ kind: 'pay' }),
    check_in: () => {
      for (const order of live.filter((one) => one.timeslot?.date === today && waiting(one).length > 0)) {
        const ids = waiting(order).map((one) => one.id)
        setPresence(order, ids, 'checked_in')
      }
    },
  }
}
