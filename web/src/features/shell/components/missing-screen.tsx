'use client'
import { ChevronRight, MapPinOff } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { AppLink } from '@/lib/app-link'
import { useGo } from '@/lib/use-go'
import { useTitle } from '@/lib/use-title'
import { href, routeAt, splitLocale } from '@/routes'
import { byNearness } from '../nearest'
import { isAt, type Place } from '../nav'
import { usePlaces } from '../use-place'

/** An address that leads nowhere: what may have happened, a search, and the pages nearest to it. */
export function MissingScreen() {
  const t = useTranslations('shell')
  useTitle(t('missingTitle'))
  return (
    <div className="mx-auto flex max-w-md flex-col gap-4 px-4 py-14">
      <div className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent">
        <MapPinOff aria-hidden className="size-6" />
      </div>
      <h1 className="text-xl font-semibold text-balance">{t('missingTitle')}</h1>
      <p className="text-pretty text-soft">{t('missingText')}</p>
      <SearchBox />
      <Nearest />
    </div>
  )
}

function SearchBox() {
  const t = useTranslations('shell')
  const go = useGo()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) go('search', {}, { query: new URLSearchParams({ q: text.trim() }).toString() })
  }
  return (
    <form role="search" onSubmit={submit} className="flex gap-2">
      <div className="min-w-0 grow">
        <SearchField label={t('find')} value={text} onChange={setText} />
      </div>
      <Button type="submit" className="min-h-11">
        {t('find')}
      </Button>
    </form>
  )
}

const most = 4

function Nearest() {
  const t = useTranslations('shell')
  const asked = splitLocale(usePathname()).path
  const places = usePlaces() ?? []
  const own = places.filter((place) => isAt(place, routeAt(asked)))
  const others = byNearness(
    places.filter((place) => !own.includes(place)).map((place) => ({ place, path: href(place.to, {}) })),
    asked,
  ).map(({ place }) => place)
  return (
    <nav aria-label={t('missingPlaces')} className="pt-2">
      <h2 className="pb-1 text-sm font-medium text-faint">{t('missingPlaces')}</h2>
      <ul className="divide-y rounded-xl border bg-surface">
        {[...own, ...others].slice(0, most).map((place) => (
          <li key={place.to}>
            <PlaceRow place={place} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const t = useTranslations('shell')
  return (
    <AppLink
      to={place.to}
      params={{}}
      prefetch={false}
      className="flex min-h-11 items-center gap-3 px-4 hover:bg-sunken"
    >
      <place.icon aria-hidden className="size-[18px] text-soft" />
      <span className="grow font-medium">{t(`page_${place.to}`)}</span>
      <ChevronRight aria-hidden className="size-4 text-faint" />
    </AppLink>
  )
}
