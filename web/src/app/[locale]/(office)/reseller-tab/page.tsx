import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ResellerScreen } from '@/features/resellers/components/reseller-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['resellers', 'audit', 'invoices', 'pay']} fallback={<ScreenSkeleton />}>
      <ResellerScreen />
    </Page>
  )
}
