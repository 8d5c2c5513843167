'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callQuery, callsKey } from '@/components/calls/api'
import type { Call } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { useLive } from '@/lib/live/use-live'
import { useSession } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { access } from '@/routes/access'
import { CallHeader } from './call-header'
import { FactsCard } from './facts-card'
import { HeardCard } from './heard-card'
import { OutcomeCard } from './outcome-card'
import { WhoCard } from './who-card'

const kinds = ['call.changed'] as const

export function CallScreen() {
  const params = useRoute('call')
  return (
    params && (
      <Guard permission={access.call ?? []} fallback={<ScreenSkeleton />}>
        <OneCall key={params.call} id={Number(params.call)} />
      </Guard>
    )
  )
}

/** One call: what was said, who it was and what about, and what came of it. */
function OneCall({ id }: { id: number }) {
  const t = useTranslations('calls')
  const words = useCallWords()
  const queries = useQueryClient()
  const zone = useSession()?.properties.time_zone
  const { data: call, error, refetch } = useQuery(callQuery(id))
  useLive(kinds, () => void queries.invalidateQueries({ queryKey: callsKey }))
  useTitle(call ? words.who(call) : t('title'))
  if (error && !call) return <ErrorState error={error} onRetry={refetch} />
  if (!call || !zone) return <ScreenSkeleton />
  return (
    <PageBody>
      <CallHeader call={call} zone={zone} />
      <Parts call={call} zone={zone} />
    </PageBody>
  )
}

function Parts({ call, zone }: { call: Call; zone: string }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <WhoCard call={call} zone={zone} />
        <HeardCard call={call} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <OutcomeCard call={call} />
        <FactsCard call={call} zone={zone} />
      </div>
    </div>
  )
}
