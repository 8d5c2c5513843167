'use client'
import { useMemo, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { dayAxis, localMinutes, timeOf, type Axis } from '@/components/schedule/axis'
import { Timeline, type Shade, type TimelineRow } from '@/components/schedule/timeline'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { Group } from '../groups'
import { spanOf, type CalendarData, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Words } from '../words'
import { AxisBar } from './departure-parts'
import { GroupHead } from './group-head'

type Props = {
  calendar: Calendar
  words: Words
  groups: Group[]
  label: string
  box: RefObject<HTMLDivElement | null>
  grip: (departure: Departure, row: string) => object
}

/** A day on a time axis with a row for each guide, resource or experience. */
export function GroupDay({ calendar, words, groups, label, box, grip }: Props) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const { date, shown, data, zone, now, today } = calendar
  const axis = useMemo(() => dayAxis(date, shown.map((one) => spanOf(one, date))), [date, shown]) // prettier-ignore
  const rows = useMemo(
    () => groups.map((group): TimelineRow<Departure> => rowOf(group, data, axis, zone, t('blackout'))),
    [groups, data, axis, zone, t],
  )
  const bar = useMemo(
    () =>
      function bar(departure: Departure, row: string) {
        return <AxisBar departure={departure} words={words} row={row} />
      },
    [words],
  )
  const span = useMemo(() => (departure: Departure) => spanOf(departure, date), [date])
  return (
    <Timeline
      label={label}
      corner={t(`by_${groups[0]?.by ?? 'guide'}`)}
      axis={axis}
      tick={(minutes) => format.time(timeOf(minutes))}
      rows={rows}
      spanOf={span}
      keyOf={slotId}
      bar={bar}
      grip={grip}
      now={date === today ? localMinutes(new Date(now), zone, date) : null}
      box={box}
      className="calendar-box"
    />
  )
}

const slotId = ({ slot }: Departure) => slot.id

function rowOf(group: Group, data: CalendarData | undefined, axis: Axis, zone: string, word: string) {
  const dark = (data?.blackouts ?? []).filter((one) => {
    const id = { guide: one.guide_avatar_id, resource: one.resource_id, experience: one.experience_id }[group.by]
    return id !== null && id === group.id
  })
  const shades = dark.map((one): Shade => {
    const span = [
      localMinutes(one.start_at, zone, axis.firstDay),
      localMinutes(one.end_at, zone, axis.firstDay),
    ] as const
    return { key: one.id, span, label: one.reason ? `${word}: ${isolate(one.reason)}` : word }
  })
  return { key: group.key, head: <GroupHead group={group} />, items: group.items, shades, isApart: group.id === null }
}
