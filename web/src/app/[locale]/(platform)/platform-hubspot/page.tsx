import { ScreenSkeleton } from '@/components/screen-skeleton'
import { HubspotScreen } from '@/features/platform-hubspot/components/hubspot-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformHubspot', 'kpis']} fallback={<ScreenSkeleton />}>
      <HubspotScreen />
    </Page>
  )
}
