'use client'
import { useTranslations } from 'use-intl'
import type { SetupPage } from '@/components/setup-areas'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'

/** Pages of set-up as cards: what each is for. */
export function PageCards({ title, pages }: { title: string; pages: readonly SetupPage[] }) {
  const t = useTranslations('setup')
  const ts = useTranslations('shell')
  return (
    <section className="mb-8">
      <h2 className="pb-2 text-sm font-medium text-faint">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {pages.map(({ to, icon: Icon }) => (
          <li key={to}>
            <AppLink
              to={to}
              params={{}}
              prefetch={false}
              className="flex h-full gap-3.5 rounded-xl border bg-surface p-4 hover:border-line-strong hover:bg-sunken"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-wash text-accent">
                <Icon aria-hidden className="size-[18px]" />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{ts(`page_${to}`)}</span>
                <span className="mt-0.5 block text-sm text-pretty text-soft">{t(`text_${to}`)}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The shape of the cards before we know what the reader may open. */
export function AreaSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-24 rounded-xl!" />
      ))}
    </div>
  )
}
