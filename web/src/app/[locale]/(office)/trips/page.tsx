import { TripsScreen } from '@/features/trips/components/trips-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['tables', 'trips']} fallback={<ScreenSkeleton />}>
      <TripsScreen />
    </Page>
  )
}
