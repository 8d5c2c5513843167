import { TransfersScreen } from '@/features/jobs/components/transfers-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['tables']} fallback={<ScreenSkeleton />}>
      <TransfersScreen />
    </Page>
  )
}
