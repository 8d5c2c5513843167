import { ScreenSkeleton } from '@/components/screen-skeleton'
import { InvoiceScreen } from '@/features/invoices/components/invoice-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['invoices', 'audit']} fallback={<ScreenSkeleton />}>
      <InvoiceScreen />
    </Page>
  )
}
