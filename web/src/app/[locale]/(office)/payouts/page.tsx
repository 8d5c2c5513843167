import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PayoutsScreen } from '@/features/payouts/components/payouts-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['payouts', 'tables']} fallback={<ScreenSkeleton />}>
      <PayoutsScreen />
    </Page>
  )
}
