'use client'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ResourceUse, TimelineRow } from '@/api/models'
import { DAY, localMinutes, timeOf, dayAt, type Axis } from '@/components/schedule/axis'
import { Timeline, type TimelineRow as Row } from '@/components/schedule/timeline'
import { useCarry } from '@/components/schedule/use-carry'
import { useSpanWords } from '@/components/blackouts/use-words'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { usePhone } from '@/lib/use-phone'
import { useNow } from '@/lib/use-now'
import { toast } from '@/lib/toast'
import { axisOf, movedUse, shiftOf, spanOf, type Bar, type View } from '../timeline'
import { useMove } from '../use-move'
import { ForceDialog } from './force-dialog'
import { RowHead } from './row-head'
import { UseBar } from './use-bar'

const UseDialog = late(() => import('./use-dialog').then((file) => file.UseDialog))

type Props = { rows: TimelineRow[]; view: View; days: string[]; zone: string; isNow: boolean }

/** Resources by group over a day or a week: what they do, their buffers, when they must not. */
export function UseTimeline({ rows, view, days, zone, isNow }: Props) {
  const t = useTranslations('resources')
  const [first = ''] = days
  const axis = useMemo(() => axisOf(view, days, rows, zone), [view, days, rows, zone])
  const [open, setOpen] = useState<ResourceUse | null>(null)
  const move = useMove()
  const now = localMinutes(new Date(useNow()), zone, first)
  const carry = useCarry<Bar>({
    onDrop: ({ use }, drop) => {
      const target = rows.find((row) => String(row.id) === drop.to)
      const shift = shiftOf(drop.dx, pixelsPerMinute(carry.box.current, axis), view)
      if (!target || (target.id === use.resource_id && shift === 0)) return
      if (target.group_id !== groupOf(rows, use)) return toast.error(t('otherGroup'))
      move.start(use, { ...movedUse(use, shift, zone, first), resource_id: target.id })
    },
  })
  return (
    <>
      <Timeline<Bar>
        label={t('timelineOf')}
        corner={t('resource')}
        axis={axis}
        tick={useTick(view, axis)}
        rows={useRows(rows, zone, first)}
        box={carry.box}
        grip={(bar, from) => (bar.use.is_held ? {} : carry.grip(bar, from))}
        now={isNow ? now : null}
        spanOf={(bar) => spanOf(bar, zone, first)}
        lane={usePhone() ? 50 : 46}
        keyOf={(bar) => bar.use.id}
        bar={(bar) => <UseBar bar={bar} zone={zone} onOpen={() => setOpen(bar.use)} />}
        className="max-h-[70dvh]"
      />
      {open && <UseDialog use={open} rows={rows} zone={zone} onClose={() => setOpen(null)} />}
      {move.refused && (
        <ForceDialog {...move.refused} onForce={move.force} onClose={move.leave} isPending={move.isPending} />
      )}
    </>
  )
}

const groupOf = (rows: readonly TimelineRow[], use: ResourceUse) =>
  rows.find((row) => row.id === use.resource_id)?.group_id

function pixelsPerMinute(box: HTMLElement | null, axis: Axis): number {
  const width = box?.querySelector('.schedule-axis')?.clientWidth ?? 0
  return width > 0 ? width / (axis.to - axis.from) : axis.width
}

function useTick(view: View, axis: Axis) {
  const format = useFormat()
  return (minutes: number) =>
    view === 'week' ? format.day(dayAt(axis, minutes), 'short') : format.time(timeOf(minutes % DAY))
}

function useRows(rows: TimelineRow[], zone: string, first: string): Row<Bar>[] {
  const t = useTranslations('resources')
  const words = useSpanWords()
  return rows.map((row, place) => ({
    key: String(row.id),
    head: <RowHead row={row} isFirst={rows[place - 1]?.group_id !== row.group_id} />,
    items: row.assignments.map((use) => ({ use, buffer: row.buffer_minutes })),
    shades: row.blackouts.map((one) => ({
      key: one.id,
      span: [localMinutes(one.start_at, zone, first), localMinutes(one.end_at, zone, first)] as const,
      label: `${isolate(one.reason || t('blackedOut'))}: ${words(one)}`,
    })),
  }))
}
