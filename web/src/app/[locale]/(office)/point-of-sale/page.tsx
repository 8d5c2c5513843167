import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TillScreen } from '@/features/sell/components/till/till-screen'
import { Page, type PageProps } from '@/lib/page'

export default function PointOfSalePage({ params }: PageProps) {
  return (
    <Page params={params} features={['sell', 'trip', 'pay', 'print']} fallback={<ScreenSkeleton />}>
      <TillScreen />
    </Page>
  )
}
