'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormText, useField } from '@/components/form-fields'
import { searchQuery } from '@/components/search/api'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/radio-group'
import { SearchField } from '@/components/ui/search-field'
import { useDebounced } from '@/lib/use-debounced'

type Found = { id: number; title: string; subtitle: string }

/** Who pays for the card: somebody who buys only this, or a trip that is there. */
export function TripChoice() {
  const t = useTranslations('giftCards')
  const { value, onChange, error } = useField<number | null>('trip')
  const [isOnTrip, setOnTrip] = useState(value !== null)
  const [found, setFound] = useState<Found | null>(null)
  const choose = (trip: Found | null) => {
    setFound(trip)
    onChange(trip?.id ?? null)
  }
  const options = [
    { id: 'new', name: t('saleNew'), note: t('saleNewNote') },
    { id: 'trip', name: t('saleTrip'), note: t('saleTripNote') },
  ]
  return (
    <div className="space-y-4">
      <RadioGroup
        label={t('sale')}
        isLabelHidden
        options={options}
        value={isOnTrip ? 'trip' : 'new'}
        onChange={(id) => {
          setOnTrip(id === 'trip')
          choose(null)
        }}
        error={error}
      />
      {!isOnTrip && (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormText name="buyer_name" label={t('buyer')} autoComplete="off" />
          <FormText name="buyer_email" type="email" label={t('buyerEmail')} autoComplete="off" />
        </div>
      )}
      {isOnTrip && (found ? <Chosen trip={found} onClear={() => choose(null)} /> : <Find onChoose={choose} />)}
    </div>
  )
}

function Chosen({ trip, onClear }: { trip: Found; onClear: () => void }) {
  const t = useTranslations('giftCards')
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border px-3 py-2">
      <span className="min-w-0">
        <span className="block truncate font-medium">{trip.title}</span>
        <span className="block truncate text-sm text-faint">{trip.subtitle}</span>
      </span>
      <Button size="sm" onPress={onClear}>
        {t('otherTrip')}
      </Button>
    </div>
  )
}

function Find({ onChoose }: { onChoose: (trip: Found) => void }) {
  const t = useTranslations('giftCards')
  const [text, setText] = useState('')
  const { data = [] } = useQuery(
    searchQuery(useDebounced(text, 200), { locale: useLocale(), types: ['trip'], limit: 6 }),
  )
  return (
    <div className="space-y-2">
      <SearchField label={t('findTrip')} value={text} onChange={setText} />
      {text.trim().length > 1 && (
        <ul aria-label={t('findTrip')} className="divide-y rounded-md border">
          {data.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="block min-h-11 w-full px-3 py-2 text-start hover:bg-sunken"
                onClick={() => onChoose({ id: Number(one.id), title: one.title, subtitle: one.subtitle })}
              >
                <span className="block truncate text-sm font-medium">{one.title}</span>
                <span className="block truncate text-sm text-faint">{one.subtitle}</span>
              </button>
            </li>
          ))}
          {data.length === 0 && <li className="px-3 py-2.5 text-sm text-faint">{t('noTrips')}</li>}
        </ul>
      )}
    </div>
  )
}
