'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'

type Props = { first: string; last: string; today: string; onChange: (day: string) => void }

/** From seven days to the next, and back to those that begin today. */
export function WeekSwitch({ first, last, today, onChange }: Props) {
  const t = useTranslations('guides')
  const format = useFormat()
  return (
    <div className="flex items-center gap-1">
      <IconButton label={t('weekBefore')} onPress={() => onChange(addDays(first, -7))}>
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      <h2 aria-live="polite" className="min-w-44 text-center font-semibold tabular-nums">
        {format.day(first, 'short')} – {format.day(last, 'short')}
      </h2>
      <IconButton label={t('weekAfter')} onPress={() => onChange(addDays(first, 7))}>
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      {first !== today && (
        <Button size="sm" onPress={() => onChange(today)}>
          {t('thisWeek')}
        </Button>
      )}
    </div>
  )
}
