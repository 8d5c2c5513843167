import { ScreenSkeleton } from '@/components/screen-skeleton'
import { InvoicesScreen } from '@/features/invoices/components/invoices-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['invoices', 'tables', 'audit']} fallback={<ScreenSkeleton />}>
      <InvoicesScreen />
    </Page>
  )
}
