import { ScreenSkeleton } from '@/components/screen-skeleton'
import { DashboardScreen } from '@/features/dashboard/components/dashboard-screen'
import { Page, type PageProps } from '@/lib/page'

export default function DashboardPage({ params }: PageProps) {
  return (
    <Page params={params} features={['dashboard']} fallback={<ScreenSkeleton />}>
      <DashboardScreen />
    </Page>
  )
}
