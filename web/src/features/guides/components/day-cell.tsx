'use client'
import { CalendarOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GuideDuty, GuideRow } from '@/api/models'
import { hoursOf, loadState, roles } from '@/components/guides/model'
import { wholeDays } from '@/components/blackouts/model'
import { useSpanWords, useZone } from '@/components/blackouts/use-words'
import { useConflictWords } from '@/components/guides/use-conflict-words'
import { Swatch } from '@/components/ui/swatch'
import { cx } from '@/components/ui/cx'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import type { Day } from '../model'

const CrewDialog = late(() => import('@/components/guides/crew-dialog').then((file) => file.CrewDialog))

/** One day of one guide. */
export function DayCell({ guide, day }: { guide: GuideRow; day: Day }) {
  const isAway = day.blackouts.length > 0
  return (
    <div className={cx('flex h-full min-h-20 flex-col gap-1.5 p-1.5', isAway && 'schedule-shade')}>
      {day.blackouts.map((one) => (
        <Away key={one.id} blackout={one} />
      ))}
      {day.duties.map((duty) => (
        <DutyButton key={duty.timeslot_id} duty={duty} />
      ))}
      <div className="mt-auto px-1">
        <Load minutes={day.minutes} limit={guide.max_minutes_per_day} />
      </div>
    </div>
  )
}

function Away({ blackout }: { blackout: Day['blackouts'][number] }) {
  const t = useTranslations('guides')
  const words = useSpanWords()
  const isWhole = wholeDays(blackout, useZone()) !== null
  return (
    <p className="flex items-start gap-1.5 rounded-md bg-surface px-2 py-1 text-xs text-soft">
      <CalendarOff aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium text-ink">{blackout.reason || t('away')}</span>
        {!isWhole && <span className="block">{words(blackout)}</span>}
      </span>
    </p>
  )
}

/** A departure a guide has; pressing it changes who guides it. */
export function DutyButton({ duty }: { duty: GuideDuty }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const zone = useZone()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="relative w-full overflow-hidden rounded-md border bg-surface py-1 ps-3 pe-1.5 text-start text-xs hover:border-accent pointer-coarse:min-h-11"
      >
        <Swatch color={duty.experience.color} className="absolute inset-y-0 start-0 h-full w-1.5" />
        <DutyFacts duty={duty} time={format.instantTime(duty.start_at, zone)} />
      </button>
      {isOpen && (
        <CrewDialog
          timeslot={duty.timeslot_id}
          title={t('departureAt', { name: duty.experience.name, when: format.instant(duty.start_at, zone) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function DutyFacts({ duty, time }: { duty: GuideDuty; time: string }) {
  const t = useTranslations('guides')
  const words = useConflictWords()
  const role = roles.find((one) => one === duty.role) ?? 'lead'
  // A day that is too long is told once, under it.
  const against = duty.conflicts.filter((one) => one.kind !== 'daily_limit')
  const part = duty.is_whole ? (role === 'lead' ? null : t(`role_${role}`)) : t('partly')
  return (
    <>
      <span className="flex items-center gap-1 font-medium tabular-nums">
        {time}
        {against.length > 0 && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />}
      </span>
      <span className="block wrap-anywhere">{duty.experience.name}</span>
      <span className="block text-soft">
        {t('guests', { count: duty.booked_pax_cnt })}
        {part && ` · ${part}`}
      </span>
      {against.map((one, index) => (
        <span key={index} className="block wrap-anywhere text-warn">
          {words(one)}
        </span>
      ))}
    </>
  )
}

const loadClass = { none: '', light: 'text-soft', full: 'text-warn', over: 'text-bad font-semibold' }

export function Load({ minutes, limit }: { minutes: number; limit: number | null }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const state = loadState(minutes, limit)
  if (state === 'none') return null
  const hours = format.number(hoursOf(minutes))
  return (
    <p className={cx('text-xs tabular-nums', loadClass[state])}>
      {limit === null ? t('hours', { hours }) : t('hoursOf', { hours, limit: format.number(hoursOf(limit)) })}
    </p>
  )
}
