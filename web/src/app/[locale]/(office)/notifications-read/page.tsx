import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ReadScreen } from '@/features/notifications/components/read-screen'
import { Page, type PageProps } from '@/lib/page'

export default function NotificationsReadPage({ params }: PageProps) {
  return (
    <Page params={params} features={[]} fallback={<ScreenSkeleton />}>
      <ReadScreen />
    </Page>
  )
}
