import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ConnectionScreen } from '@/features/channels/components/connection-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ChannelPage({ params }: PageProps) {
  return (
    <Page params={params} features={['channels']} fallback={<ScreenSkeleton />}>
      <ConnectionScreen />
    </Page>
  )
}
