import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ResourcesScreen } from '@/features/resources/components/resources-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ResourcesPage({ params }: PageProps) {
  return (
    <Page params={params} features={['resources', 'blackouts']} fallback={<ScreenSkeleton />}>
      <ResourcesScreen />
    </Page>
  )
}
