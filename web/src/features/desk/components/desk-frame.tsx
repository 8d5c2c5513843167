'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Ticket, Wallet, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '@/components/ui/brand'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import { AccountButton } from '@/features/shell/components/account-menu'
import { Gate } from '@/features/shell/components/gate'
import { OfflineBanner } from '@/features/shell/components/offline-banner'
import { Overlays } from '@/features/shell/components/overlays'
import { OverlayProvider, type Overlay } from '@/features/shell/overlays'
import { useCurrentRoute } from '@/features/shell/use-place'
import { AppLink } from '@/lib/app-link'
import { isAgent } from '@/lib/home'
import { useErrorReports } from '@/lib/error-reports'
import { useKeptSession, useSession } from '@/lib/session'
import { deskQuery } from '../api'

type PlaceName = 'desk' | 'deskTrips' | 'deskMoney'

const places: { to: PlaceName; icon: LucideIcon }[] = [
  { to: 'desk', icon: CalendarPlus },
  { to: 'deskTrips', icon: Ticket },
  { to: 'deskMoney', icon: Wallet },
]

/** Everything around a screen of an agent's desk: whose it is, three places, who is signed in. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('desk')
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const route = useCurrentRoute()
  useKeptSession()
  useErrorReports()
  return (
    <OverlayProvider value={setOverlay}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <Head />
      <div className="pb-[calc(64px+env(safe-area-inset-bottom))] sm:pb-0 print:p-0!">
        <OfflineBanner />
        <main id="main" tabIndex={-1} className="outline-none">
          <Gate route={route}>{children}</Gate>
        </main>
      </div>
      <nav
        aria-label={t('nav')}
        className="fixed inset-x-0 bottom-0 z-20 flex border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
      >
        <Places className="min-h-16 flex-1 flex-col justify-center gap-1 text-xs" />
      </nav>
      <Overlays overlay={overlay} onClose={() => setOverlay(null)} />
    </OverlayProvider>
  )
}

function Head() {
  const t = useTranslations('desk')
  const session = useSession()
  const { data: desk } = useQuery({ ...deskQuery, enabled: isAgent(session?.userAvatar) })
  const logo = session?.properties.logo_url
  return (
    <header className="border-b bg-surface print:hidden">
      <div className="mx-auto flex min-h-14 max-w-6xl items-center gap-3 px-4 md:px-8">
        {logo ? (
          <img src={logo} alt="" className="h-8 max-w-24 shrink-0 object-contain" />
        ) : (
          <Mark className="size-8 shrink-0" />
        )}
        <div className="min-w-0 grow">
          {session ? (
            <span className="block truncate leading-tight font-semibold">{session.account.name}</span>
          ) : (
            <Skeleton className="h-4 w-32" />
          )}
          {desk && <span className="block truncate text-xs text-faint">{desk.reseller.name}</span>}
        </div>
        <nav aria-label={t('nav')} className="flex gap-1 max-sm:hidden">
          <Places className="min-h-11 gap-2 rounded-md px-3 text-sm hover:bg-sunken" />
        </nav>
        <div className="shrink-0 max-sm:[&_button>span:not(:first-child)]:hidden max-sm:[&_button>svg]:hidden">
          <AccountButton />
        </div>
      </div>
    </header>
  )
}

function Places({ className }: { className: string }) {
  const t = useTranslations('desk')
  const route = useCurrentRoute()
  return places.map(({ to, icon: Icon }) => {
    const isHere = route === to || (to === 'deskTrips' && route === 'deskTrip')
    return (
      <AppLink
        key={to}
        to={to}
        params={{}}
        aria-current={isHere ? 'page' : undefined}
        className={cx('flex items-center font-medium', className, isHere ? 'text-accent' : 'text-soft')}
      >
        <Icon aria-hidden className="size-5" />
        {t(`page_${to}`)}
      </AppLink>
    )
  })
}
