import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CustomersScreen } from '@/features/customers/components/customers-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['customers', 'tables']} fallback={<ScreenSkeleton />}>
      <CustomersScreen />
    </Page>
  )
}
