'use client'
import { CalendarClock, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TripDialogs } from '@/features/trip/components/trip-dialogs'
import { useMay } from '@/features/trip/may'
import type { Open } from '@/features/trip/open'
import { TripContext } from '@/features/trip/trip-context'
import type { Trip } from '@/features/trip/types'
import { useTripChange } from '@/features/trip/use-trip-change'
import { useSession } from '@/lib/session'

const noNews: [] = []
const nothing = () => undefined

/** Moving and cancelling, as far as the partner's agreement lets its agents; else whom to ask. */
export function TripChanges({ id, trip }: { id: string; trip: Trip }) {
  const session = useSession()
  const may = useMay(trip)
  const changes = useTripChange(id)
  const [opened, open] = useState<Open | null>(null)
  const orders = trip.tripOrders.filter((order) => order.status === 'active')
  if (!session || orders.length === 0) return null
  const isAllowed = may.rebook || may.cancel
  return (
    <TripContext
      value={{
        id,
        trip,
        zone: session.properties.time_zone,
        may,
        ...changes,
        open,
        news: noNews,
        dismissNews: nothing,
      }}
    >
      {orders.map((order) => (
        <Doors key={order.id} order={order.id} may={may} open={open} />
      ))}
      {!isAllowed && <AskOperator operator={session.account.name} phone={session.properties.ecom_phone_number} />}
      {opened && <TripDialogs what={opened} onClose={() => open(null)} />}
    </TripContext>
  )
}

type DoorsProps = { order: number; may: ReturnType<typeof useMay>; open: (what: Open) => void }

/** The ways to change one order. */
function Doors({ order, may, open }: DoorsProps) {
  const t = useTranslations('desk')
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {may.rebook && (
        <Button className="min-h-12! grow" onPress={() => open({ kind: 'rebook', order })}>
          <CalendarClock aria-hidden className="size-4" />
          {t('move')}
        </Button>
      )}
      {may.cancel && (
        <Button look="danger" className="min-h-12! grow" onPress={() => open({ kind: 'cancel', order })}>
          <CircleX aria-hidden className="size-4" />
          {t('cancelBooking')}
        </Button>
      )}
    </div>
  )
}

function AskOperator({ operator, phone }: { operator: string; phone: string | null }) {
  const t = useTranslations('desk')
  return (
    <p className="text-center text-sm text-faint text-pretty">
      {t('askOperator', { operator })}
      {phone && (
        <>
          {' '}
          <a href={`tel:${phone}`} className="whitespace-nowrap underline" dir="ltr">
            {phone}
          </a>
        </>
      )}
    </p>
  )
}
