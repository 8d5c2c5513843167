'use client'
import { CalendarClock, ChevronDown, ChevronLeft, ChevronRight, ListFilter } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { DayPopover } from '@/components/ui/day-popover'
import { Press } from '@/components/ui/press'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/lib/use-format'
import { useHotkeys } from '@/lib/use-hotkeys'
import { filterCount, groupings, views, type By } from '../address'
import { stepped, titleOf } from '../days'
import type { Calendar } from '../use-calendar'

type Props = { calendar: Calendar; onFilter: () => void }

/** What is shown, the way to other days and views, grouping and filter. */
export const CalendarHeader = memo(function CalendarHeader({ calendar, onFilter }: Props) {
  const t = useTranslations('calendar')
  const { asked, date, today, isPhone, show } = calendar
  const view = isPhone ? 'month' : asked.view
  const beside = (by: 1 | -1) => stepped(view, date, by)
  const step = (by: 1 | -1) => show({ date: beside(by) })
  useHotkeys([
    { keys: 'ArrowLeft', label: t('previous'), action: () => step(-1) },
    { keys: 'ArrowRight', label: t('next'), action: () => step(1) },
    { keys: 't', label: t('today'), action: () => show({ date: today }) },
    { keys: 'm', label: t('view_month'), action: () => show({ view: 'month' }) },
    { keys: 'w', label: t('view_week'), action: () => show({ view: 'week' }) },
    { keys: 'd', label: t('view_day'), action: () => show({ view: 'day' }) },
    { keys: 'f', label: t('filter'), action: onFilter },
  ])
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
      <div className="-ml-2 flex min-w-0 items-center">
        <IconButton label={t('previous')} onPress={() => step(-1)} onHoverStart={() => calendar.warm(beside(-1))}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
        <Title calendar={calendar} />
        <IconButton label={t('next')} onPress={() => step(1)} onHoverStart={() => calendar.warm(beside(1))}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
      </div>
      {date !== today && <Today onPress={() => show({ date: today })} />}
      <div className="ml-auto flex items-center gap-2">
        {!isPhone && view !== 'month' && <Grouping calendar={calendar} />}
        {!isPhone && <Views calendar={calendar} />}
        <FilterButton calendar={calendar} onPress={onFilter} />
      </div>
    </header>
  )
})

function Title({ calendar }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  const { locale } = useFormat()
  const { view, date, today, weekStart, isPhone, show } = calendar
  return (
    <DayPopover label={t('chooseDay')} value={date} today={today || date} onChange={(day) => show({ date: day })}>
      <Press className="flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-sunken">
        <span className="text-lg font-semibold first-letter:uppercase md:text-xl">
          {titleOf(isPhone ? 'month' : view, date, weekStart, locale)}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Press>
    </DayPopover>
  )
}

function Today({ onPress }: { onPress: () => void }) {
  const t = useTranslations('calendar')
  return (
    <>
      <Button size="sm" onPress={onPress} className="max-sm:hidden">
        {t('today')}
      </Button>
      <IconButton label={t('today')} onPress={onPress} className="sm:hidden">
        <CalendarClock aria-hidden className="size-5" />
      </IconButton>
    </>
  )
}

function Views({ calendar: { view, show } }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  return (
    <div role="group" aria-label={t('view')} className="flex rounded-md border border-line-strong bg-surface p-0.5">
      {views.map((one) => (
        <Press
          key={one}
          aria-pressed={one === view}
          onPress={() => show({ view: one })}
          className={cx(
            'min-h-8 rounded px-3 text-sm font-medium pointer-coarse:min-h-10',
            one === view ? 'bg-accent text-on-accent' : 'text-soft hover:bg-sunken hover:text-ink',
          )}
        >
          {t(`view_${one}`)}
        </Press>
      ))}
    </div>
  )
}

function Grouping({ calendar: { asked, view, show } }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  const options = groupings.map((by) => ({ id: by as By | 'none', name: t(`by_${by}`) }))
  const all = view === 'week' ? [{ id: 'none' as const, name: t('by_none') }, ...options] : options
  return (
    <Select
      label={t('groupBy')}
      isLabelHidden
      options={all}
      value={asked.by ?? (view === 'week' ? 'none' : 'experience')}
      onChange={(by) => show({ by: by === 'none' ? null : by })}
      className="w-44"
    />
  )
}

function FilterButton({ calendar: { asked }, onPress }: { calendar: Calendar; onPress: () => void }) {
  const t = useTranslations('calendar')
  const count = filterCount(asked.filters)
  return (
    <Button onPress={onPress} aria-haspopup="dialog">
      <ListFilter aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{t('filter')}</span>
      {count > 0 && <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">{count}</span>}
    </Button>
  )
}
