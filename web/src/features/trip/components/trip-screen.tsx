'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useRecent } from '@/lib/use-recent'
import { useRoute } from '@/lib/use-route'
import { useScrollReset } from '@/lib/use-scroll-reset'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { tripQuery } from '../api'
import { differences, type Difference } from '../meanwhile'
import { useMay } from '../may'
import type { Open } from '../open'
import { tabOf, type TripTab } from '../tabs'
import { TripContext } from '../trip-context'
import type { Trip } from '../types'
import { useTripChange } from '../use-trip-change'
import { Banners } from './banners'
import { TripDialogs } from './trip-dialogs'
import { TripHeader } from './trip-header'
import { TripKeys } from './trip-keys'
import { TripParts } from './trip-parts'

/** How often an open trip is looked at anew: somebody else may be at it, too. */
const LOOK_AGAIN = 20_000

export function TripScreen() {
  const params = useRoute('trip')
  return params && <Load key={params.trip} id={params.trip} tab={tabOf(params.tab)} />
}

/** The trip among the recent things of the palette, by its guest's name. */
function recentOf(id: string, trip: Trip) {
  const title = fullName(trip.contact) || trip.group_name || trip.confirmation_code
  return { type: 'trip', id, title, subtitle: trip.confirmation_code, url: href('trip', { trip: id }) }
}

function Load({ id, tab }: { id: string; tab: TripTab }) {
  const t = useTranslations('trip')
  const zone = useSession()?.properties.time_zone
  const { data: trip, error, refetch } = useQuery({ ...tripQuery(id), refetchInterval: LOOK_AGAIN })
  useTitle(trip?.confirmation_code ?? t('title'))
  useScrollReset(id)
  useRecent(trip ? recentOf(id, trip) : null)
  if (error && !trip) return <ErrorState error={error} onRetry={refetch} />
  if (!trip || !zone) return <ScreenSkeleton />
  return <Desk id={id} tab={tab} trip={trip} zone={zone} />
}

type DeskProps = { id: string; tab: TripTab; trip: Trip & { isOwn?: true }; zone: string }

/** One trip on one page: who, when, what it costs, what was paid, what happened, and every change of it. */
function Desk({ id, tab, trip, zone }: DeskProps) {
  const [opened, open] = useState<Open | null>(null)
  const may = useMay(trip)
  const changes = useTripChange(id)
  const [news, dismissNews] = useNews(trip)
  return (
    <TripContext value={{ id, trip, zone, may, ...changes, open, news, dismissNews }}>
      <TripHeader />
      <PageBody>
        <Banners />
        <TripParts tab={tab} />
      </PageBody>
      <TripKeys />
      {opened && <TripDialogs what={opened} onClose={() => open(null)} />}
    </TripContext>
  )
}

/** What changed on the trip that was not changed here, since that was last dismissed. */
function useNews(trip: Trip & { isOwn?: true }): [Difference[], () => void] {
  const [seen, setSeen] = useState(trip)
  const [since, setSince] = useState<Trip | null>(null)
  if (seen !== trip) {
    setSeen(trip)
    if (trip.version > seen.version && !trip.isOwn) setSince(since ?? seen)
  }
  return [since ? differences(since, trip) : [], () => setSince(null)]
}
