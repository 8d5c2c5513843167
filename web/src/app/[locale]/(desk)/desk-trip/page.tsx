import { VoucherScreen } from '@/features/desk/components/voucher-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['desk', 'trip', 'money']} fallback={<ScreenSkeleton />}>
      <VoucherScreen />
    </Page>
  )
}
