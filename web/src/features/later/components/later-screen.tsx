'use client'
import { ChevronRight, Hammer } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { canAny, useSession } from '@/lib/session'
import { useHydrated } from '@/lib/use-hydrated'
import { useTitle } from '@/lib/use-title'
import { exists, routeAt } from '@/routes'
import { access } from '@/routes/access'
import { laterPage, laterPages, type LaterPage } from '../pages'
import { useLaterName } from '../use-later-name'

/** An address that is kept for a page that is not built yet: says what it will show, and what serves until then. */
export function LaterScreen() {
  const page = laterPage(routeAt(usePathname()))
  // Whoever is signed out is on the way to the sign-in screen already: the shell asked who is here.
  const session = useSession()
  if (!useHydrated() || !session) return <ScreenSkeleton />
  return page ? <Later page={page} permissions={session.permissions} /> : <Unnamed />
}

function Later({ page, permissions }: { page: LaterPage; permissions: readonly string[] }) {
  const t = useTranslations('later')
  const name = useLaterName()(page)
  useTitle(name)
  const meanwhile = laterPages[page].meanwhile.filter((to) => exists(to) && canAny(permissions, access[to]))
  return (
    <article className="mx-auto max-w-lg px-4 py-14">
      <div className="mb-4 grid size-14 place-items-center rounded-full bg-accent-wash text-accent">
        <Hammer aria-hidden className="size-6" />
      </div>
      <Badge tone="accent">{t('badge')}</Badge>
      <h1 className="mt-2 text-2xl font-semibold text-balance">{name}</h1>
      <p className="mt-2 text-pretty">{t(`will_${page}`)}</p>
      <p className="mt-2 text-pretty text-soft">{t('text')}</p>
      {meanwhile.length > 0 && <Meanwhile places={meanwhile} />}
    </article>
  )
}

type Place = (typeof laterPages)[LaterPage]['meanwhile'][number]

function Meanwhile({ places }: { places: readonly Place[] }) {
  const t = useTranslations('later')
  const ts = useTranslations('shell')
  return (
    <nav aria-label={t('meanwhile')} className="mt-6">
      <h2 className="pb-1 text-sm font-medium text-faint">{t('meanwhile')}</h2>
      <ul className="divide-y rounded-xl border bg-surface">
        {places.map((to) => (
          <li key={to}>
            <AppLink
              to={to}
              params={{}}
              prefetch={false}
              className="flex min-h-11 items-center justify-between gap-3 px-4 font-medium hover:bg-sunken"
            >
              {ts(`page_${to}`)}
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Unnamed() {
  const t = useTranslations('later')
  useTitle(t('badge'))
  return (
    <article className="mx-auto max-w-lg px-4 py-14">
      <h1 className="text-2xl font-semibold">{t('badge')}</h1>
      <p className="mt-2 text-soft">{t('text')}</p>
    </article>
  )
}
