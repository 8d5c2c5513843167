import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CallsScreen } from '@/features/calls/components/calls-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['calls', 'callLines', 'tables']} fallback={<ScreenSkeleton />}>
      <CallsScreen />
    </Page>
  )
}
