'use client'
import { Hammer } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LanguageButton } from '@/components/language-button'
import { useHydrated } from '@/lib/use-hydrated'
import { useTitle } from '@/lib/use-title'
import { routeAt } from '@/routes'
import { laterPage } from '../pages'

/** The same for a page that guests open: no office around it, no way into it. */
export function LaterPublicScreen() {
  const t = useTranslations('later')
  const page = laterPage(routeAt(usePathname()))
  const isGuests = useHydrated() && page === 'waiverPortal'
  useTitle(isGuests ? t('name_waiverPortal') : t('badge'))
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-5 py-8">
      <main className="flex grow flex-col justify-center gap-3 pb-12">
        <div className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent">
          <Hammer aria-hidden className="size-6" />
        </div>
        <h1 className="mt-2 text-2xl font-semibold text-balance">{isGuests ? t('name_waiverPortal') : t('badge')}</h1>
        {isGuests && <p className="text-pretty text-soft">{t('will_waiverPortal')}</p>}
      </main>
      <LanguageButton />
    </div>
  )
}
