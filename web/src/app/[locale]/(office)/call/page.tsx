import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CallScreen } from '@/features/calls/components/call-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['calls', 'callLines']} fallback={<ScreenSkeleton />}>
      <CallScreen />
    </Page>
  )
}
