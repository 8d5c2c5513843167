'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Press } from '@/components/ui/press'
import { filterCount, noFilters, type Filters } from '../address'
import type { Calendar } from '../use-calendar'

type Chip = { key: string; text: string; without: Partial<Filters> }

/** What narrows the calendar, each to be taken away with a press. */
export function FilterChips({ calendar }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  const { asked, show } = calendar
  const chips = useChips(calendar)
  if (filterCount(asked.filters) === 0) return null
  return (
    <ul aria-label={t('filters')} className="flex flex-wrap items-center gap-2 pb-3">
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <Press
            aria-label={t('removeFilter', { name: text })}
            onPress={() => show({ filters: { ...asked.filters, ...without } })}
            className="flex min-h-8 items-center gap-1.5 rounded-full border bg-surface ps-3 pe-2 text-sm hover:bg-sunken pointer-coarse:min-h-11"
          >
            {text}
            <X aria-hidden className="size-3.5 text-faint" />
          </Press>
        </li>
      ))}
      <li>
        <Press
          onPress={() => show({ filters: noFilters })}
          className="min-h-8 rounded-md px-2 text-sm font-medium text-accent hover:bg-sunken pointer-coarse:min-h-11"
        >
          {t('clearFilters')}
        </Press>
      </li>
    </ul>
  )
}

function useChips({ asked, data }: Calendar): Chip[] {
  const t = useTranslations('calendar')
  const { filters } = asked
  const lists = {
    experience: data?.experiences,
    category: data?.categories,
    location: data?.locations,
    guide: data?.guides,
    resource: data?.resources,
  }
  const none = { guide: t('noGuide'), resource: t('noResource') }
  const named = (Object.keys(lists) as (keyof typeof lists)[]).flatMap((name) =>
    filters[name].map((id) => ({
      key: `${name}-${id}`,
      text: (id === 0 && none[name as 'guide']) || (lists[name]?.find((one) => one.id === id)?.name ?? '…'),
      without: { [name]: filters[name].filter((one) => one !== id) },
    })),
  )
  const states = filters.status.map((state) => ({
    key: state,
    text: t(`state_${state}`),
    without: { status: filters.status.filter((one) => one !== state) },
  }))
  const flagged = filters.isFlagged ? [{ key: 'flagged', text: t('flagged'), without: { isFlagged: false } }] : []
  return [...flagged, ...named, ...states]
}
