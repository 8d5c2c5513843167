import { ScreenSkeleton } from '@/components/screen-skeleton'
import { DevicesScreen } from '@/features/devices/components/devices-screen'
import { Page, type PageProps } from '@/lib/page'

export default function DevicesPage({ params }: PageProps) {
  return (
    <Page
      params={params}
      features={['devices', 'speech', 'announcements', 'print', 'printing']}
      fallback={<ScreenSkeleton />}
    >
      <DevicesScreen />
    </Page>
  )
}
