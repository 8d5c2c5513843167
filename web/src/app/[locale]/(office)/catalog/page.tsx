import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CatalogScreen } from '@/features/catalog/components/catalog-screen'
import { Page, type PageProps } from '@/lib/page'

export default function CatalogPage({ params }: PageProps) {
  return (
    <Page params={params} features={['catalog', 'experiences', 'experience']} fallback={<ScreenSkeleton />}>
      <CatalogScreen />
    </Page>
  )
}
