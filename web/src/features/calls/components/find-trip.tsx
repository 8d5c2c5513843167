'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Call } from '@/components/calls/types'
import { searchQuery } from '@/components/search/api'
import { Button } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { useDebounced } from '@/lib/use-debounced'
import { useCallDeeds } from '../use-call-deeds'

const restMs = 200
const most = 6
const types = ['trip', 'customer'] as const

/** Another trip or customer than those with the number, found by name or code. */
export function FindTrip({ call }: { call: Call }) {
  const t = useTranslations('calls')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Finder call={call} onDone={() => setOpen(false)} />
  return (
    <Button size="sm" look="quiet" onPress={() => setOpen(true)}>
      {t('findOther')}
    </Button>
  )
}

function Finder({ call, onDone }: { call: Call; onDone: () => void }) {
  const t = useTranslations('calls')
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed, restMs)
  const { data } = useQuery(searchQuery(asked, { locale, types, limit: most }))
  const { saveNow, isPending } = useCallDeeds(call)
  const choose = (type: string, id: string | number) => {
    const note = type === 'trip' ? { trip_id: Number(id) } : { customer_id: Number(id) }
    void saveNow(note).then(onDone, () => undefined)
  }
  return (
    <div className="mt-2 space-y-2">
      <SearchField label={t('findOther')} value={typed} onChange={setTyped} autoFocus />
      <ul className="divide-y">
        {asked.trim() &&
          data?.map((one) => (
            <li key={`${one.type}-${one.id}`} className="flex items-center gap-3 py-2">
              <span className="min-w-0 grow">
                <bdi className="block truncate font-medium">{one.title}</bdi>
                <bdi className="block truncate text-sm text-faint">{one.subtitle}</bdi>
              </span>
              <Button size="sm" isDisabled={isPending} onPress={() => choose(one.type, one.id)}>
                {t('choose')}
              </Button>
            </li>
          ))}
      </ul>
      {asked.trim().length > 1 && data?.length === 0 && <p className="text-sm text-soft">{t('nothingFound')}</p>}
    </div>
  )
}
