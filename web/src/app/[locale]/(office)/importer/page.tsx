import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ImporterPage } from '@/features/importer/components/importer-page'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['importer']} fallback={<ScreenSkeleton />}>
      <ImporterPage />
    </Page>
  )
}
