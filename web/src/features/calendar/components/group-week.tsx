'use client'
import { memo, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCellKeys } from '@/components/schedule/use-cell-keys'
import { cx } from '@/components/ui/cx'
import type { Group } from '../groups'
import { byDay, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Words } from '../words'
import { Card } from './departure-parts'
import { GroupHead } from './group-head'
import { DayHead } from './week-view'

type Grip = (departure: Departure, row: string) => object
type Props = {
  calendar: Calendar
  words: Words
  groups: Group[]
  label: string
  box: RefObject<HTMLDivElement | null>
  grip: Grip
}

const nothing: Departure[] = []

/** A week with a row for each guide, resource or experience; departures can be carried from row to row. */
export function GroupWeek({ calendar, words, groups, label, box, grip }: Props) {
  const t = useTranslations('calendar')
  const { box: grid, onFocus, onKeyDown } = useCellKeys()
  return (
    <div ref={box} className="calendar-box overflow-auto rounded-xl border bg-surface">
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="w-max min-w-full"
      >
        <div role="row" className="calendar-week-row sticky top-0 z-20 border-b bg-surface">
          <div role="columnheader" className="schedule-head z-20 flex items-center px-3 text-sm font-medium text-soft">
            {t(`by_${groups[0]?.by ?? 'guide'}`)}
          </div>
          {calendar.days.map((day, column) => (
            <DayHead key={day} calendar={calendar} day={day} cell={`0:${column}`} />
          ))}
        </div>
        {groups.map((group, place) => (
          <Row key={group.key} {...{ group, words, grip }} days={calendar.days} place={place + 1} />
        ))}
      </div>
    </div>
  )
}

type RowProps = { group: Group; days: string[]; words: Words; grip: Grip; place: number }

const Row = memo(function Row({ group, days, words, grip, place }: RowProps) {
  const found = byDay(group.items)
  return (
    <div
      role="row"
      data-drop={group.key}
      className={cx('calendar-week-row border-b last:border-b-0', group.id === null && 'bg-warn-wash/40')}
    >
      <div role="rowheader" className="schedule-head z-10 flex items-center px-3 py-2">
        <GroupHead group={group} />
      </div>
      {days.map((day, column) => (
        <div
          key={day}
          role="gridcell"
          data-cell={`${place}:${column}`}
          className="flex min-h-12 min-w-0 flex-col gap-1 border-s p-1 first:border-s-0"
        >
          {(found.get(day) ?? nothing).map((departure) => (
            <div key={departure.slot.id} {...grip(departure, group.key)}>
              <Card departure={departure} words={words} row={group.key} isBare={group.by === 'experience'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
})
