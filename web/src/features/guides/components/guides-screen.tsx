'use client'
import { useQuery } from '@tanstack/react-query'
import { Signpost } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { Guard } from '@/components/guard'
import { guideDaysQuery } from '@/components/guides/api'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { addDays, dayIn } from '@/lib/dates'
import { languageName } from '@/lib/languages'
import { useCan, useSession } from '@/lib/session'
import { usePhone } from '@/lib/use-phone'
import { found } from '../model'
import { PhoneWeek } from './phone-week'
import { WeekSwitch } from './week-switch'
import { WeekTable } from './week-table'

const DAYS = 7

/** Who guides what in the next days, how much that is, and who is away. */
export function GuidesScreen() {
  const t = useTranslations('guides')
  return (
    <Guard permission="guide.assign" fallback={<ScreenSkeleton />}>
      <PageBody width="full">
        <SetupHeader page="guides" title={t('title')} text={t('text')}>
          <ToTeam />
        </SetupHeader>
        <Week />
      </PageBody>
    </Guard>
  )
}

function ToTeam() {
  const t = useTranslations('guides')
  if (!useCan('setup.team')) return null
  return (
    <AppLink to="team" params={{}} className={buttonClass()}>
      {t('toTeam')}
    </AppLink>
  )
}

function Week() {
  const t = useTranslations('guides')
  const today = dayIn(useSession()?.properties.time_zone ?? 'UTC')
  const [day, setDay] = useState(today)
  const [text, setText] = useState('')
  const last = addDays(day, DAYS - 1)
  const { data, error, refetch } = useQuery(guideDaysQuery(day, last))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  if (data.length === 0) return <Nobody />
  const guides = found(data, text, languageName)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <WeekSwitch {...{ first: day, last, today }} onChange={setDay} />
        <span className="grow" />
        <div className="w-full sm:w-64">
          <SearchField label={t('search')} value={text} onChange={setText} />
        </div>
      </div>
      {guides.length === 0 ? (
        <EmptyState icon={<Icon />} title={t('noMatch')} />
      ) : (
        <Guides guides={guides} today={today} />
      )}
    </div>
  )
}

function Guides(props: { guides: GuideRow[]; today: string }) {
  return usePhone() ? <PhoneWeek {...props} /> : <WeekTable {...props} />
}

const Icon = () => <Signpost aria-hidden className="size-6" />

function Nobody() {
  const t = useTranslations('guides')
  return (
    <EmptyState icon={<Icon />} title={t('emptyTitle')} text={t('emptyText')}>
      <ToTeam />
    </EmptyState>
  )
}
