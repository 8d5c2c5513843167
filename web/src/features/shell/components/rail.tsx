'use client'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { BellSlot } from '@/components/bell-slot'
import { IconButton } from '@/components/ui/button'
import { Mark } from '@/components/ui/brand'
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip } from '@/components/ui/tooltip'
import { useSession } from '@/lib/session'
import type { Place } from '../nav'
import { usePlaces } from '../use-place'
import { useSlim } from '../use-slim'
import { AccountButton } from './account-menu'
import { PlaceLink } from './place-link'
import { RailSearch } from './rail-search'

/** The left rail of wide screens; narrow when the reader wants the room. */
export function Rail() {
  const [isSlim] = useSlim()
  return (
    <header className="fixed inset-y-0 left-0 z-20 hidden w-56 flex-col border-r bg-surface py-3 in-data-[rail=slim]:w-15 md:flex print:hidden">
      <RailHead />
      <div className="px-2.5 pt-3">
        <RailSearch isSlim={isSlim} />
      </div>
      <RailPlaces isSlim={isSlim} />
      <div className="px-2.5 pt-2">
        <AccountButton />
      </div>
    </header>
  )
}

function RailHead() {
  const session = useSession()
  return (
    <div className="flex min-h-10 items-center gap-2.5 px-3.5 in-data-[rail=slim]:flex-col in-data-[rail=slim]:px-0">
      <Mark className="size-8 shrink-0" />
      <div className="min-w-0 grow in-data-[rail=slim]:hidden">
        {session ? (
          <span className="line-clamp-2 text-sm leading-tight font-semibold text-balance">{session.account.name}</span>
        ) : (
          <Skeleton className="h-4 w-24" />
        )}
      </div>
      <BellSlot />
    </div>
  )
}

function RailPlaces({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('shell')
  const places = usePlaces()
  const of = (group: Place['group']) => places?.filter((place) => place.group === group)
  return (
    <nav aria-label={t('nav')} className="flex min-h-0 grow flex-col overflow-y-auto px-2.5 pt-4">
      <Group label={t('group_day')} places={of('day')} isSlim={isSlim} rows={3} />
      <Group label={t('group_business')} places={of('business')} isSlim={isSlim} rows={2} />
      <div className="mt-auto flex flex-col gap-0.5 pt-4">
        {of('end')?.map((place) => (
          <PlaceLink key={place.to} place={place} isSlim={isSlim} />
        ))}
        <SlimSwitch />
      </div>
    </nav>
  )
}

type GroupProps = { label: string; places: Place[] | undefined; isSlim: boolean; rows: number }

function Group({ label, places, isSlim, rows }: GroupProps) {
  if (places?.length === 0) return null
  return (
    <section aria-label={label} className="mb-4 flex flex-col gap-0.5">
      <h2 className="px-2.5 pb-1 text-xs font-medium text-faint in-data-[rail=slim]:hidden">{label}</h2>
      {places?.map((place) => <PlaceLink key={place.to} place={place} isSlim={isSlim} />) ??
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex min-h-9 items-center px-2.5 pointer-coarse:min-h-11">
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
    </section>
  )
}

function SlimSwitch() {
  const t = useTranslations('shell')
  const [isSlim, setSlim] = useSlim()
  const label = isSlim ? t('widen') : t('narrow')
  const Icon = isSlim ? PanelLeftOpen : PanelLeftClose
  return (
    <Tooltip text={label} placement="right">
      <IconButton label={label} aria-expanded={!isSlim} onPress={() => setSlim(!isSlim)} className="size-9! text-faint">
        <Icon aria-hidden className="size-[18px]" />
      </IconButton>
    </Tooltip>
  )
}
