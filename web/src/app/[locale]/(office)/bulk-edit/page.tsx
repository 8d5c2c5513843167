import { ScreenSkeleton } from '@/components/screen-skeleton'
import { BulkScreen } from '@/features/availability/components/bulk-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience', 'availability']} fallback={<ScreenSkeleton />}>
      <BulkScreen />
    </Page>
  )
}
