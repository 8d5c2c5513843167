import { ScreenSkeleton } from '@/components/screen-skeleton'
import { NewTripScreen } from '@/features/sell/components/new-trip-screen'
import { Page, type PageProps } from '@/lib/page'

export default function NewTripPage({ params }: PageProps) {
  return (
    <Page params={params} features={['sell', 'trip', 'pay', 'print']} fallback={<ScreenSkeleton />}>
      <NewTripScreen />
    </Page>
  )
}
