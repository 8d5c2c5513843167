import { AvailabilityScreen } from '@/features/experiences/components/availability-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience', 'availability']} fallback={<ScreenSkeleton />}>
      <AvailabilityScreen />
    </Page>
  )
}
