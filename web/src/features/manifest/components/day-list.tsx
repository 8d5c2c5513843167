'use client'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { Button } from '@/components/ui/button'
import { minutesUntil } from '@/lib/dates'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { departuresOf, nextDeparture } from '../model'
import type { Day, DayFacts } from '../types'
import { useBalanceQuestion } from '../use-balance-question'
import { useCheckIn } from '../use-check-in'
import { useScrollToNext } from '../use-scroll-to-next'
import type { View } from '../use-view'
import { filterDepartures, placesOf, sectionsOf } from '../view'
import { DayTools } from './day-tools'
import { DepartureCard } from './departure-card'
import { SectionHead } from './section-head'

// What most days do not have.
const EmptyDay = late(() => import('./empty-day').then((file) => file.EmptyDay))
const BalanceDialog = late(() => import('./balance-dialog').then((file) => file.BalanceDialog))
const UnscheduledList = late(() => import('./unscheduled-list').then((file) => file.UnscheduledList))

type Props = {
  manifest: Day
  isToday: boolean
  now: number
  text: string
  view: View
  onCancel: (scope: Scope) => void
}

/** The departures of a day that have what is looked for, and the orders that wait for one. */
export const DayList = memo(function DayList({ manifest, isToday, now, text, view, onCancel }: Props) {
  const departures = useMemo(() => departuresOf(manifest), [manifest])
  // What was pressed looks pressed at once; the day below it follows.
  const shown = useDeferredValue(view)
  const { by, only, isCancelledShown } = shown
  const sections = useMemo(
    () => sectionsOf(filterDepartures(departures, { text, only, isCancelledShown }), by),
    [departures, text, only, isCancelledShown, by],
  )
  if (!departures.length && !manifest.unscheduled.length) return <EmptyDay view={view} />
  return (
    <div className="space-y-4 px-4 py-4 md:px-8">
      <DayTools date={manifest.date} {...{ departures, view, onCancel }} />
      {sections.every((section) => section.departures.length === 0) && <NoMatch text={text} view={shown} />}
      <Sections {...{ manifest, departures, sections, isToday, now, by, onCancel }} />
      {manifest.unscheduled.length > 0 && (
        <UnscheduledList orders={manifest.unscheduled} currency={manifest.currency} />
      )}
    </div>
  )
})

type SectionsProps = Pick<Props, 'manifest' | 'isToday' | 'now' | 'onCancel'> & {
  departures: ReturnType<typeof departuresOf>
  sections: ReturnType<typeof sectionsOf>
  by: View['by']
}

function Sections({ manifest, departures, sections, isToday, now, by, onCancel }: SectionsProps) {
  const { onChange, question, close, confirm } = useBalanceQuestion(manifest, useCheckIn(manifest.date))
  const next = isToday ? nextDeparture(departures, now) : null
  const nextRef = useScrollToNext(next?.id, departures[0]?.id)
  const facts = useFacts(manifest)
  return (
    <>
      <ol className="space-y-4">
        {placesOf(sections).map(({ key, departure, section }) => (
          <li
            key={key}
            ref={departure.id === next?.id ? nextRef : undefined}
            className="scroll-mt-44 space-y-4 md:scroll-mt-36"
          >
            {section && by !== 'departure' && <SectionHead section={section} by={by} />}
            <DepartureCard
              departure={departure}
              facts={facts}
              minutesLeft={departure.id === next?.id ? minutesUntil(departure.start_at, now) : null}
              isPast={minutesUntil(departure.end_at, now) < 0}
              isGrouped={by !== 'departure'}
              onChange={onChange}
              onCancel={onCancel}
            />
          </li>
        ))}
      </ol>
      {question && (
        <BalanceDialog question={question} currency={manifest.currency} onClose={close} onConfirm={confirm} />
      )}
    </>
  )
}

/** A day is another object with every guest that comes; of these facts nothing changes then. */
function useFacts({ currency, time_zone, bookingStatuses }: Day): DayFacts {
  const mayCheckIn = useCan('booking.check_in')
  return useMemo(
    () => ({ currency, time_zone, bookingStatuses, mayCheckIn }),
    [currency, time_zone, bookingStatuses, mayCheckIn],
  )
}

function NoMatch({ text, view }: Pick<Props, 'text' | 'view'>) {
  const t = useTranslations('manifest')
  return (
    <div className="py-16 text-center text-soft">
      <p>{text ? t('noMatch', { text }) : t('noneLeft')}</p>
      {view.only.length > 0 && (
        <Button className="mt-4" onPress={view.clear}>
          {t('showAll')}
        </Button>
      )}
    </div>
  )
}
