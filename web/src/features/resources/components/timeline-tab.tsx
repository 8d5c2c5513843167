'use client'
import { useQuery } from '@tanstack/react-query'
import { GanttChart } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MultiSelect } from '@/components/ui/multi-select'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { addDays, dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { groupsQuery, timelineQuery } from '../api'
import type { View } from '../timeline'
import { TimeSwitch } from './time-switch'
import { UseTimeline } from './use-timeline'

/** What every resource does on a day or in a week, to be moved about. */
export function TimelineTab() {
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const today = dayIn(zone)
  const [view, setView] = useState<View>('day')
  const [day, setDay] = useState(today)
  const [groups, setGroups] = useState<number[]>([])
  const days = Array.from({ length: view === 'day' ? 1 : 7 }, (_, place) => addDays(day, place))
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <TimeSwitch {...{ view, days, today }} onView={setView} onDay={setDay} />
        <span className="grow" />
        <Groups value={groups} onChange={setGroups} />
      </div>
      <Rows key={view} {...{ view, days, groups, zone, today }} />
    </div>
  )
}

function Groups({ value, onChange }: { value: number[]; onChange: (groups: number[]) => void }) {
  const t = useTranslations('resources')
  const { data } = useQuery(groupsQuery)
  if (!data || data.length < 2) return null
  return (
    <MultiSelect
      className="w-56"
      label={t('groups')}
      isLabelHidden
      placeholder={t('allGroups')}
      options={data.map(({ id, name }) => ({ id, name }))}
      value={value}
      onChange={onChange}
    />
  )
}

type RowsProps = { view: View; days: string[]; groups: number[]; zone: string; today: string }

function Rows({ view, days, groups, zone, today }: RowsProps) {
  const t = useTranslations('resources')
  const [first = today, last = first] = [days[0], days.at(-1)]
  const { data, error, refetch } = useQuery(timelineQuery(first, last, groups))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  if (data.length === 0) {
    const icon = <GanttChart aria-hidden className="size-6" />
    return <EmptyState icon={icon} title={t('emptyTitle')} text={t('timelineEmpty')} />
  }
  return <UseTimeline {...{ view, days, zone }} rows={data} isNow={days.includes(today)} />
}
