import { ScreenSkeleton } from '@/components/screen-skeleton'
import { FirstStepsScreen } from '@/features/first-steps/components/first-steps-screen'
import { Page, type PageProps } from '@/lib/page'

export default function FirstStepsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['firstSteps', 'dashboard']} fallback={<ScreenSkeleton />}>
      <FirstStepsScreen />
    </Page>
  )
}
