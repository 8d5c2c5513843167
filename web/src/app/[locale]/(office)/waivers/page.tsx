import { ScreenSkeleton } from '@/components/screen-skeleton'
import { WaiversScreen } from '@/features/signed-waivers/components/waivers-screen'
import { Page, type PageProps } from '@/lib/page'

export default function WaiversPage({ params }: PageProps) {
  return (
    <Page params={params} features={['waivers', 'tables']} fallback={<ScreenSkeleton />}>
      <WaiversScreen />
    </Page>
  )
}
