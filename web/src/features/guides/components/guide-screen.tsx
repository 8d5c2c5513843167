'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { BlackoutsCard } from '@/components/blackouts/blackouts-card'
import { Guard } from '@/components/guard'
import { guideDaysQuery } from '@/components/guides/api'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Avatar } from '@/components/ui/avatar'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { addDays, dayIn } from '@/lib/dates'
import { useCan, useSession } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { Signpost } from 'lucide-react'
import { DutiesCard } from './duties-card'
import { ProfileCard } from './profile-card'

const AHEAD = 28

/** One guide: what they can, when they are away, what they have to do in the next weeks. */
export function GuideScreen() {
  const params = useRoute('guide')
  return (
    <Guard permission="guide.assign" fallback={<ScreenSkeleton />}>
      {params && <GuidePage key={params.guide} id={Number(params.guide)} />}
    </Guard>
  )
}

function GuidePage({ id }: { id: number }) {
  const t = useTranslations('guides')
  const today = dayIn(useSession()?.properties.time_zone ?? 'UTC')
  const { data, error, refetch } = useQuery(guideDaysQuery(today, addDays(today, AHEAD - 1)))
  const guide = data?.find((one) => one.id === id)
  return (
    <PageBody>
      <SetupHeader
        page="guide"
        title={guide?.name ?? t('guide')}
        parents={[{ to: 'guides', params: {}, label: t('title') }]}
      >
        {guide && <Avatar name={guide.name} color={guide.color} />}
        {guide && <ToPerson id={id} />}
      </SetupHeader>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 rounded-xl" />}
      {data && !guide && (
        <EmptyState icon={<Signpost aria-hidden className="size-6" />} title={t('unknown')} text={t('unknownText')} />
      )}
      {data && guide && <Content guide={guide} guides={data} />}
    </PageBody>
  )
}

function ToPerson({ id }: { id: number }) {
  const t = useTranslations('guides')
  if (!useCan('setup.team')) return null
  return (
    <AppLink to="teamMember" params={{ userAvatar: String(id) }} className={buttonClass()}>
      {t('toPerson')}
    </AppLink>
  )
}

function Content({ guide, guides }: { guide: GuideRow; guides: GuideRow[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="space-y-5">
        <ProfileCard key={guide.version} guide={guide} guides={guides} />
        <BlackoutsCard kind="guide" id={guide.id} />
      </div>
      <DutiesCard guide={guide} weeks={AHEAD / 7} />
    </div>
  )
}
