import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PortalScreen } from '@/features/portal/components/portal-screen'
import { Page, type PageProps } from '@/lib/page'

export default function PortalPage({ params }: PageProps) {
  return (
    <Page params={params} features={['portal', 'money', 'cardFace']} fallback={<ScreenSkeleton />}>
      <PortalScreen />
    </Page>
  )
}
