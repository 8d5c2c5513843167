'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy, ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { experienceQuery } from '@/features/experiences/api'
import { StatusBadge } from '@/features/experiences/components/status-badge'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { canAny, useCan, useSession } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { access } from '@/routes/access'

const CloneDialog = late(() => import('./clone-dialog').then((file) => file.CloneDialog))

const pages = [
  ['summary', 'experienceSummary'],
  ['edit', 'experienceEdit'],
  ['dates', 'experienceDates'],
  ['restriction', 'experienceRestriction'],
  ['crmConfirm', 'experienceCrmConfirm'],
  ['crmBefore', 'experienceCrmBefore'],
  ['crmAfter', 'experienceCrmAfter'],
  ['audit', 'experienceAudit'],
] as const

type Page = (typeof pages)[number][1]
type Props = { page: Page; children: (experience: ExperienceFull) => ReactNode }

/** What stands around every page of one experience: its name, what can be done at once, and the way between them. */
export function ExperienceFrame({ page, children }: Props) {
  const id = useRoute(page)?.experience
  if (!id) return null
  return (
    <PageBody>
      <Guard permission={access[page] ?? []} fallback={<ScreenSkeleton />}>
        <Framed key={id} id={id} page={page}>
          {children}
        </Framed>
      </Guard>
    </PageBody>
  )
}

function Framed({ id, page, children }: Props & { id: string }) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const locale = useLocale()
  const isEditor = useCan('setup.experiences')
  const { data, error, refetch } = useQuery({ ...experienceQuery(id), refetchOnWindowFocus: false })
  const permissions = useSession()?.permissions ?? []
  const shown = pages.filter(([, to]) => canAny(permissions, access[to]))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <>
      <SetupHeader
        page={page}
        title={data?.name ?? ts('title')}
        text={data && <StatusBadge status={data.status} />}
        parents={[{ to: 'experiences', params: {}, label: ts('title') }]}
      >
        {isEditor && data && <Actions experience={data} />}
      </SetupHeader>
      <TabLinks
        label={t('pages')}
        current={page}
        items={shown.map(([name, to]) => ({
          id: to,
          label: t(`page_${name}`),
          href: href(to, { experience: id }, locale),
        }))}
      />
      <div className="pt-6">{data ? children(data) : <Waiting />}</div>
    </>
  )
}

function Actions({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const [isCloning, setCloning] = useState(false)
  const isPublic = experience.status.slug === 'live' || experience.status.slug === 'hidden'
  return (
    <>
      {isPublic && (
        <a href={`/experiences/${experience.slug}`} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink aria-hidden className="size-4" />
          {t('viewPage')}
        </a>
      )}
      <Button onPress={() => setCloning(true)}>
        <Copy aria-hidden className="size-4" />
        {t('clone')}
      </Button>
      <AppLink to="experienceAvailability" params={{ experience: String(experience.id) }} className={buttonClass()}>
        <CalendarPlus aria-hidden className="size-4" />
        {ts('addTimes')}
      </AppLink>
      {isCloning && <CloneDialog experience={experience} onClose={() => setCloning(false)} />}
    </>
  )
}

export function Waiting() {
  return (
    <div className="max-w-3xl space-y-5">
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  )
}
