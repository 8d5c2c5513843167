'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { AccountChoice } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import { SearchField } from '@/components/ui/search-field'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { useGo } from '@/lib/use-go'
import { useTitle } from '@/lib/use-title'
import { localizeUrl } from '@/routes'
import { choicesQuery, enter } from '../api'
import { RegisterFrame } from './register-frame'

const MANY = 7

/** The operators that somebody works with; choosing one signs in there. */
export function ChooserScreen() {
  const t = useTranslations('register')
  const [filter, setFilter] = useState('')
  const { data, error, refetch } = useQuery(choicesQuery)
  const go = useEnter()
  useTitle(t('chooseTitle'))
  const words = filter.trim().toLocaleLowerCase()
  const shown = lastFirst(data ?? []).filter(({ name, slug }) => `${name} ${slug}`.toLocaleLowerCase().includes(words))
  if (!data && !error) return <RegisterFrame />
  return (
    <RegisterFrame>
      <div className="space-y-1">
        <h1 className="text-2xl font-semibold">{t('chooseTitle')}</h1>
        <p className="text-soft">{t('chooseText')}</p>
      </div>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {go.failure && <Notice tone="bad">{go.failure}</Notice>}
      {data && data.length >= MANY && <SearchField label={t('filter')} value={filter} onChange={setFilter} autoFocus />}
      {data && shown.length === 0 && <p className="text-soft">{t('noChoice')}</p>}
      {shown.length > 0 && (
        <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
          {shown.map((choice) => (
            <Choice
              key={choice.id}
              choice={choice}
              isPending={go.pending === choice.id}
              onEnter={() => go.enter(choice)}
            />
          ))}
        </ul>
      )}
    </RegisterFrame>
  )
}

/** The operator that was entered last stands first: most days it is the same one. */
const lastFirst = (choices: AccountChoice[]) =>
  choices.toSorted((one, other) => Number(other.is_last) - Number(one.is_last))

function Choice({ choice, isPending, onEnter }: { choice: AccountChoice; isPending: boolean; onEnter: () => void }) {
  const t = useTranslations('register')
  return (
    <li>
      <button
        autoFocus={choice.is_last}
        onClick={onEnter}
        aria-busy={isPending}
        className="flex min-h-16 w-full items-center gap-4 px-4 py-2 text-left hover:bg-sunken disabled:opacity-60"
      >
        <Logo choice={choice} />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium text-pretty">{choice.name}</span>
            {choice.is_last && <Badge tone="accent">{t('lastUsed')}</Badge>}
            {choice.is_current && <Badge>{t('here')}</Badge>}
            {choice.kind === 'agent' && <Badge>{t('asAgent')}</Badge>}
          </span>
          <span className="block truncate text-sm text-faint">{new URL(choice.url).host}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint rtl:rotate-180" />
      </button>
    </li>
  )
}

function Logo({ choice }: { choice: AccountChoice }) {
  if (choice.logo_url)
    return <img src={choice.logo_url} alt="" className="size-10 shrink-0 rounded-md object-contain" />
  return (
    <span
      aria-hidden
      style={{ background: `color-mix(in oklab, ${choice.brand_color} 22%, var(--color-surface))` }}
      className="grid size-10 shrink-0 place-items-center rounded-md font-semibold"
    >
      {[...choice.name][0]?.toUpperCase()}
    </span>
  )
}

function useEnter() {
  const locale = useLocale()
  const go = useGo()
  const errorText = useErrorText()
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (choice: AccountChoice) => enter(choice.id),
    onSuccess: (address) => window.location.assign(localizeUrl(address, locale)),
  })
  return {
    failure: error ? errorText(error) : null,
    pending: isPending ? variables.id : null,
    enter: (choice: AccountChoice) =>
      choice.is_current ? go(choice.kind === 'agent' ? 'desk' : 'manifest', {}) : mutate(choice),
  }
}
