import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CustomerScreen } from '@/features/customers/components/customer-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['customers', 'threads', 'callLines', 'assistant']} fallback={<ScreenSkeleton />}>
      <CustomerScreen />
    </Page>
  )
}
