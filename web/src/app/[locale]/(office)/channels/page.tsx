import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ChannelsScreen } from '@/features/channels/components/channels-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ChannelsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['channels']} fallback={<ScreenSkeleton />}>
      <ChannelsScreen />
    </Page>
  )
}
