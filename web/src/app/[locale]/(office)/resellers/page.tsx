import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ResellersScreen } from '@/features/resellers/components/resellers-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['resellers', 'tables']} fallback={<ScreenSkeleton />}>
      <ResellersScreen />
    </Page>
  )
}
