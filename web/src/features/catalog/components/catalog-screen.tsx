'use client'
import { lazy, Suspense, type ComponentType } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { TabLinks } from '@/components/ui/tabs'
import { useCan } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { listOf, lists, type List } from '../lists'
import { ListSkeleton } from './catalog-card'

// A list's forms come with the list: the page itself stays light.
const panels: Record<List, ComponentType> = {
  products: lazy(() => import('./products-list')),
  categories: lazy(() => import('./categories-list')),
  guests: lazy(() => import('./guests-list')),
  seasons: lazy(() => import('./seasons-list')),
  terms: lazy(() => import('./terms-list')),
  choices: lazy(() => import('./choices-list')),
  offers: lazy(() => import('./offers-list')),
}

/** What experiences share and what is sold beside them, one list at a time. */
export function CatalogScreen() {
  const t = useTranslations('catalog')
  const locale = useLocale()
  const list = listOf(useRoute('catalog')?.tab)
  const Panel = panels[list]
  const canOffer = useCan('offer.manage')
  return (
    <PageBody>
      <SetupHeader page="catalog" title={t('title')} text={t('intro')} />
      <Guard permission="setup.experiences" fallback={<ScreenSkeleton />}>
        <TabLinks
          label={t('title')}
          current={list}
          items={lists
            .filter((id) => id !== 'offers' || canOffer)
            .map((id) => ({ id, label: t(`list_${id}`), href: href('catalog', { tab: id }, locale) }))}
        />
        <div className="max-w-3xl pt-6">
          <Suspense fallback={<ListSkeleton />}>
            <Panel key={list} />
          </Suspense>
        </div>
      </Guard>
    </PageBody>
  )
}
