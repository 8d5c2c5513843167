import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ReportsScreen } from '@/features/reports/components/reports-screen'
import { Page, type PageProps } from '@/lib/page'

const features = ['reports', 'reportNames', 'reportColumns', 'reportValues', 'reviews', 'tables'] as const

export default function ReportsPage({ params }: PageProps) {
  return (
    <Page params={params} features={[...features]} fallback={<ScreenSkeleton />}>
      <ReportsScreen />
    </Page>
  )
}
