'use client'
import { memo, useState, type RefObject } from 'react'
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
      <div ref={grid} role="grid" aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown} className="min-w-[62rem]">
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

/** Departures without guests that wait for a guide would hide those that have some. */
const isPressing = ({ slot, signs }: Departure) => slot.booked_pax_cnt > 0 || signs.length > 0

const Row = memo(function Row({ group, days, words, grip, place }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const found = byDay(group.items)
  const isShort = group.id === null && !isOpen
  return (
    <div
      role="row"
      data-drop={group.key}
      className={cx('calendar-week-row border-b last:border-b-0', group.id === null && 'bg-warn-wash/40')}
    >
      <div role="rowheader" className="schedule-head z-10 px-3 py-2">
        <GroupHead group={group} />
      </div>
      {days.map((day, column) => (
        <Cell
          key={day}
          cell={`${place}:${column}`}
          departures={found.get(day) ?? nothing}
          isShort={isShort}
          onOpen={() => setOpen(true)}
          {...{ group, words, grip }}
        />
      ))}
    </div>
  )
})

type CellProps = Pick<RowProps, 'group' | 'words' | 'grip'> & {
  cell: string
  departures: Departure[]
  isShort: boolean
  onOpen: () => void
}

function Cell({ cell, departures, isShort, onOpen, group, words, grip }: CellProps) {
  const t = useTranslations('calendar')
  const shown = isShort ? departures.filter(isPressing) : departures
  const more = departures.length - shown.length
  return (
    <div role="gridcell" data-cell={cell} className="flex min-h-12 min-w-0 flex-col gap-1 border-s p-1">
      {shown.map((departure) => (
        <div key={departure.slot.id} {...grip(departure, group.key)}>
          <Card departure={departure} words={words} row={group.key} isBare={group.by === 'experience'} />
        </div>
      ))}
      {more > 0 && (
        <button
          type="button"
          data-stop=""
          tabIndex={-1}
          onClick={onOpen}
          className="rounded-md px-2 py-1 text-start text-xs font-medium text-accent hover:bg-sunken"
        >
          {t('moreEmpty', { count: more })}
        </button>
      )}
    </div>
  )
}
