import { ScreenSkeleton } from '@/components/screen-skeleton'
import { NotificationsScreen } from '@/features/notifications/components/notifications-screen'
import { Page, type PageProps } from '@/lib/page'

export default function NotificationsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['notifications']} fallback={<ScreenSkeleton />}>
      <NotificationsScreen />
    </Page>
  )
}
