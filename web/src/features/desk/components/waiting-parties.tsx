'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { loadTrip } from '@/features/sell/api'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { acceptOffer, leaveLine, placesQuery, type Place } from '../waitlist-api'

type Props = { onAccept: (trip: TripFull) => void }

/** Guests of this agent who wait for seats; those who have some offered come first, to be sold. */
export function WaitingParties({ onAccept }: Props) {
  const t = useTranslations('desk')
  const { data } = useQuery(placesQuery)
  if (!data?.length) return null
  const places = data.toSorted((one, other) => Number(other.status === 'offered') - Number(one.status === 'offered'))
  return (
    <section aria-labelledby="waiting" className="mb-6">
      <h2 id="waiting" className="mb-2 text-sm font-semibold text-soft">
        {t('waitlist')}
      </h2>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {places.map((place) => (
          <li key={place.id} className="rounded-xl border bg-surface p-3 sm:p-4">
            <Party place={place} onAccept={onAccept} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Party({ place, onAccept }: Props & { place: Place }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const guestCount = useGuestCount()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const time = place.is_flex ? t('anyTime') : format.time(place.start_time)
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">
          <bdi>{fullName(place)}</bdi>
        </span>
        {place.status === 'offered' && <Badge tone="good">{t('waitlistOffered')}</Badge>}
        {place.flexibility !== 'departure' && <Badge tone="neutral">{t(`waitlist_${place.flexibility}`)}</Badge>}
      </div>
      <p className="text-sm text-soft tabular-nums">
        <span className="block">
          <bdi>{place.experience_name}</bdi>
        </span>
        {`${format.day(place.date, 'short')}, ${time} · `}
        {format.shortList(place.guests.map((one) => guestCount(one.name, one.qty)))}
        {place.offer_ends_at && (
          <span className="block font-medium text-ink">
            {t('waitlistUntil', { time: format.instant(place.offer_ends_at, zone) })}
          </span>
        )}
      </p>
      <Deeds place={place} onAccept={onAccept} />
    </>
  )
}

function Deeds({ place, onAccept }: Props & { place: Place }) {
  const t = useTranslations('desk')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const refused = (error: Error) => toast.error(t('waitlistRefused'), { description: errorText(error) })
  const settled = () => queries.invalidateQueries({ queryKey: placesQuery.queryKey })
  const accept = useMutation({
    mutationFn: async () => loadTrip((await acceptOffer(place.id)).trip_id),
    onSuccess: onAccept,
    onError: refused,
    onSettled: settled,
  })
  const leave = useMutation({ mutationFn: () => leaveLine(place.id), onError: refused, onSettled: settled })
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {place.status === 'offered' && (
        <Button look="primary" isPending={accept.isPending} onPress={() => accept.mutate()}>
          {t('sell')}
        </Button>
      )}
      <Button
        isPending={leave.isPending}
        onPress={() => leave.mutate()}
        aria-label={t('waitlistLeaveWho', { name: fullName(place) })}
      >
        {t('waitlistLeave')}
      </Button>
    </div>
  )
}
