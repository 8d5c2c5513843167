'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { searchQuery } from '@/components/search/api'
import { Button } from '@/components/ui/button'
import { PopoverButton } from '@/components/ui/popover-button'
import { SearchField } from '@/components/ui/search-field'
import { useDebounced } from '@/lib/use-debounced'

export type ChosenTrip = { id: number; name: string }

type Props = { trip: ChosenTrip | null | undefined; onChoose: (trip: ChosenTrip | null) => void }

/** Whose trip the preview shows: the newest until another one is found. */
export function TripChoice({ trip, onChoose }: Props) {
  const t = useTranslations('templateEditor')
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-soft">{t('previewWith')}</span>
      <PopoverButton
        label={t('chooseTrip')}
        button={
          <Button size="sm" look="quiet">
            <span className="max-w-56 truncate">{trip?.name || t(trip === null ? 'exampleTrip' : 'newestTrip')}</span>
            <ChevronDown aria-hidden className="size-4 text-faint" />
          </Button>
        }
      >
        {(close) => (
          <Finder
            onChoose={(chosen) => {
              close()
              onChoose(chosen)
            }}
          />
        )}
      </PopoverButton>
    </p>
  )
}

function Finder({ onChoose }: Pick<Props, 'onChoose'>) {
  const t = useTranslations('templateEditor')
  const common = useTranslations('common')
  const locale = useLocale()
  const [text, setText] = useState('')
  const asked = useDebounced(text, 200)
  const { data = [] } = useQuery(searchQuery(asked, { locale, types: ['trip'], limit: 8 }))
  return (
    <div className="w-80 max-w-[90vw]">
      <div className="border-b p-2">
        <SearchField label={t('findTrip')} value={text} onChange={setText} autoFocus />
      </div>
      <ul className="max-h-72 overflow-y-auto p-1">
        {data.map((row) => (
          <Found key={row.id} {...row} onPress={() => onChoose({ id: Number(row.id), name: row.title })} />
        ))}
        {data.length === 0 && asked.trim().length > 1 && (
          <li className="px-3 py-2 text-sm text-soft">{common('nothingFound')}</li>
        )}
        <li>
          <button
            type="button"
            onClick={() => onChoose(null)}
            className="min-h-11 w-full rounded-md px-3 text-start text-sm font-medium text-accent hover:bg-sunken focus-visible:-outline-offset-2"
          >
            {t('newestTrip')}
          </button>
        </li>
      </ul>
    </div>
  )
}

function Found({ title, subtitle, onPress }: { title: string; subtitle: string; onPress: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="block min-h-11 w-full rounded-md px-3 py-2 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <bdi className="block font-medium">{title}</bdi>
        <bdi className="block text-faint">{subtitle}</bdi>
      </button>
    </li>
  )
}
