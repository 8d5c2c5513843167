import { SellScreen } from '@/features/desk/components/sell-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['desk', 'sell', 'trip', 'security']} fallback={<ScreenSkeleton />}>
      <SellScreen />
    </Page>
  )
}
