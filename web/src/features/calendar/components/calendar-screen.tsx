'use client'
import { useState, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useHotkeys } from '@/lib/use-hotkeys'
import { useTitle } from '@/lib/use-title'
import { useCalendar, type Calendar } from '../use-calendar'
import { useMove, type Moving } from '../use-move'
import { useWords } from '../words'
import { Agenda } from './agenda'
import { CalendarHeader } from './calendar-header'
import { FilterChips } from './filter-chips'
import { GroupedView } from './grouped-view'
import { MonthView } from './month-view'
import { WeekView } from './week-view'

const FilterDrawer = late(() => import('./filter-drawer').then((file) => file.FilterDrawer))
const DepartureDrawer = late(() => import('./departure-drawer').then((file) => file.DepartureDrawer))
const ConflictDialog = late(() => import('./conflict-dialog').then((file) => file.ConflictDialog))

/** All departures of the operator: by month, week or day, with who and what takes them. */
export function CalendarScreen() {
  const t = useTranslations('calendar')
  const calendar = useCalendar()
  const { move, conflict, closeConflict, undoLast } = useMove()
  const [isFiltering, setFiltering] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  useTitle(t('title'))
  useHotkeys([{ keys: 'mod+z', label: t('keyUndo'), action: undoLast }])
  const open = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>('[data-departure]')
    if (pressed) setOpenId(Number(pressed.dataset.departure))
  }
  const chosen = openId === null ? undefined : calendar.all.find((one) => one.slot.id === openId)
  return (
    <PageBody width="full">
      <h1 className="sr-only">{t('title')}</h1>
      {calendar.date && <CalendarHeader calendar={calendar} onFilter={() => setFiltering(true)} />}
      <FilterChips calendar={calendar} />
      <div onClick={open}>
        <Body calendar={calendar} onMove={move} />
      </div>
      {isFiltering && <FilterDrawer calendar={calendar} onClose={() => setFiltering(false)} />}
      {chosen && (
        <DepartureDrawer calendar={calendar} departure={chosen} onMove={move} onClose={() => setOpenId(null)} />
      )}
      {conflict && <ConflictDialog conflict={conflict} zone={calendar.zone} onForce={move} onClose={closeConflict} />}
    </PageBody>
  )
}

function Body({ calendar, onMove }: { calendar: Calendar; onMove: (moving: Moving) => void }) {
  const words = useWords(calendar.data)
  const { data, error, refetch, isPhone, view, asked, isStale } = calendar
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-[36rem] rounded-xl" />
  const by = asked.by ?? (view === 'day' ? 'experience' : null)
  return (
    <div aria-busy={isStale} className={cx('transition-opacity', isStale && 'opacity-60')}>
      {isPhone && <Agenda calendar={calendar} words={words} />}
      {!isPhone && view === 'month' && <MonthView calendar={calendar} words={words} />}
      {!isPhone && view !== 'month' && by && <GroupedView calendar={calendar} words={words} by={by} onMove={onMove} />}
      {!isPhone && view === 'week' && !by && <WeekView calendar={calendar} words={words} />}
    </div>
  )
}
