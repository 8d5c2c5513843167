'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { monthName, shiftMonth, weekdayName, weekOrder } from '@/lib/months'
import { useFormat } from '@/lib/use-format'

/** The name of a month (YYYY-MM) between the ways to its neighbours. */
export function MonthHead({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useTranslations('common')
  const { locale } = useFormat()
  return (
    <div className="flex items-center justify-between">
      <IconButton label={t('previousMonth')} onPress={() => onChange(shiftMonth(month, -1))}>
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      <p aria-live="polite" className="font-semibold first-letter:uppercase">
        {monthName(month, locale)}
      </p>
      <IconButton label={t('nextMonth')} onPress={() => onChange(shiftMonth(month, 1))}>
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
    </div>
  )
}

/** The names of the weekdays over a month. */
export function WeekdayHead({ weekStart, width = 'narrow' }: { weekStart: number; width?: 'narrow' | 'short' }) {
  const { locale } = useFormat()
  return (
    <thead>
      <tr>
        {weekOrder(weekStart).map((day) => (
          <th
            key={day}
            scope="col"
            abbr={weekdayName(day, locale, 'long')}
            className="py-1 text-xs font-medium text-faint"
          >
            {weekdayName(day, locale, width)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
