import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ReceiptScreen } from '@/features/sell/components/receipt-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ReceiptPage({ params }: PageProps) {
  return (
    <Page params={params} features={['sell']} fallback={<ScreenSkeleton />}>
      <ReceiptScreen />
    </Page>
  )
}
