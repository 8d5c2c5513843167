'use client'
import { CircleHelp, Ellipsis, Search, TicketPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { BellSlot } from '@/components/bell-slot'
import { IconButton } from '@/components/ui/button'
import { Mark } from '@/components/ui/brand'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { can, useSession } from '@/lib/session'
import { isAt, type Place } from '../nav'
import { useOpen } from '../overlays'
import { useCurrentRoute, usePlaces } from '../use-place'
import { usePlaceLink } from './place-link'

/** Above a screen on phones: whose office this is, search, news. It scrolls away. */
export function TopBar() {
  const t = useTranslations('shell')
  const session = useSession()
  const open = useOpen()
  return (
    <header className="flex h-12 items-center gap-2.5 border-b bg-surface pr-1.5 pl-4 md:hidden print:hidden">
      <Mark className="size-7 shrink-0" />
      <div className="min-w-0 grow">
        {session ? (
          <span className="block truncate text-sm font-semibold">{session.account.name}</span>
        ) : (
          <Skeleton className="h-4 w-28" />
        )}
      </div>
      {session && can(session.permissions, 'trip.create') && (
        <AppLink
          to="tripNew"
          params={{}}
          aria-label={t('keyNewTrip')}
          className="grid size-11 place-items-center rounded-md text-accent"
        >
          <TicketPlus aria-hidden className="size-5" />
        </AppLink>
      )}
      <IconButton label={t('find')} onPress={() => open('search')} className="size-11!">
        <Search aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={t('helpHere')} onPress={() => open('help')} className="size-11!">
        <CircleHelp aria-hidden className="size-5" />
      </IconButton>
      <BellSlot />
    </header>
  )
}

const most = 4
const tab = 'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 px-0.5 text-[11px] font-medium'

/** The bar under a thumb on phones: the first places, and the rest behind "More". */
export function BottomBar() {
  const t = useTranslations('shell')
  const open = useOpen()
  const places = usePlaces()
  const route = useCurrentRoute()
  const shown = (places ?? []).filter((place) => place.group !== 'end').slice(0, most)
  const isElsewhere = route !== null && places !== null && !shown.some((place) => isAt(place, route))
  return (
    <nav
      aria-label={t('nav')}
      className="fixed inset-x-0 bottom-0 z-20 flex min-h-14 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {shown.map((place) => (
        <BarLink key={place.to} place={place} />
      ))}
      {places && (
        <Press onPress={() => open('more')} className={cx(tab, isElsewhere ? 'text-accent' : 'text-soft')}>
          <Ellipsis aria-hidden className="size-5" />
          {t('more')}
        </Press>
      )}
    </nav>
  )
}

function BarLink({ place }: { place: Place }) {
  const { label, isCurrent, props } = usePlaceLink(place)
  return (
    <AppLink {...props} className={cx(tab, isCurrent ? 'text-accent' : 'text-soft')}>
      <place.icon aria-hidden className="size-5" />
      <span className="max-w-full truncate">{label}</span>
    </AppLink>
  )
}
