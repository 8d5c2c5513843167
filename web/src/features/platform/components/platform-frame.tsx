'use client'
import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { platformQuery } from '@/components/platform/api'
import { ConfirmedProvider } from '@/components/security/confirmed'
import { Mark } from '@/components/ui/brand'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useGo } from '@/lib/use-go'
import { useHydrated } from '@/lib/use-hydrated'
import { platformRouteAt } from '@/routes'
import { isAt, places } from '../places'
import { PlatformAccount } from './platform-account'

/** Everything around a page of the platform's desk: its places, who is signed in, and nobody else's eyes. */
export function PlatformFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('platform')
  const { data, error, refetch } = useQuery(platformQuery)
  useDoor(error)
  return (
    <ConfirmedProvider>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <Rail />
      <TopBar />
      <main id="main" tabIndex={-1} className="outline-none md:pl-56 print:p-0!">
        {data ? children : error && !isClosed(error) && <ErrorState error={error} onRetry={() => void refetch()} />}
      </main>
    </ConfirmedProvider>
  )
}

/** To everybody who does not run the platform its desk is not there. */
const isClosed = (error: Error) => error instanceof ApiError && error.status === 404

function useDoor(error: Error | null) {
  const go = useGo()
  const pathname = usePathname()
  const closed = error !== null && isClosed(error)
  useEffect(() => {
    if (closed) go('platformSignin', {}, { replace: true, query: `next=${encodeURIComponent(pathname)}` })
  }, [closed, go, pathname])
}

function Rail() {
  const t = useTranslations('platform')
  return (
    <header className="fixed inset-y-0 left-0 z-20 hidden w-56 flex-col border-r bg-surface py-3 md:flex print:hidden">
      <div className="flex min-h-10 items-center gap-2.5 px-3.5">
        <Mark className="size-8 shrink-0" />
        <span className="min-w-0 text-sm leading-tight font-semibold">{t('title')}</span>
      </div>
      <nav aria-label={t('nav')} className="flex min-h-0 grow flex-col gap-0.5 overflow-y-auto px-2.5 pt-5">
        <Places />
      </nav>
      <div className="px-2.5 pt-2">
        <PlatformAccount />
      </div>
    </header>
  )
}

/** On phones: whose desk this is, and its places behind one button. It scrolls away. */
function TopBar() {
  const t = useTranslations('platform')
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="flex h-12 items-center gap-2.5 border-b bg-surface pr-1.5 pl-4 md:hidden print:hidden">
      <Mark className="size-7 shrink-0" />
      <span className="min-w-0 grow truncate text-sm font-semibold">{t('title')}</span>
      <IconButton label={t('nav')} onPress={() => setOpen(true)} className="size-11!">
        <Menu aria-hidden className="size-5" />
      </IconButton>
      <Drawer title={t('title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <nav aria-label={t('nav')} className="flex flex-col border-b pb-3" onClick={() => setOpen(false)}>
          <Places className="min-h-12" />
        </nav>
        <div className="pt-3">
          <PlatformAccount />
        </div>
      </Drawer>
    </header>
  )
}

function Places({ className }: { className?: string }) {
  const t = useTranslations('platform')
  const pathname = usePathname()
  const route = useHydrated() ? platformRouteAt(pathname) : null
  return places.map((place) => {
    const isHere = isAt(place, route)
    return (
      <AppLink
        key={place.to}
        to={place.to}
        params={{}}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'flex min-h-9 items-center gap-3 rounded-md px-2.5 text-sm font-medium pointer-coarse:min-h-11',
          isHere ? 'bg-accent-wash text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
          className,
        )}
      >
        <place.icon aria-hidden className="size-[18px] shrink-0" />
        <span className="truncate">{t(`page_${place.to}`)}</span>
      </AppLink>
    )
  })
}
