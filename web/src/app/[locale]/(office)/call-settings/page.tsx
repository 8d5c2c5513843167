import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CallSettingsScreen } from '@/features/calls/components/call-settings-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['callSettings']} fallback={<ScreenSkeleton />}>
      <CallSettingsScreen />
    </Page>
  )
}
