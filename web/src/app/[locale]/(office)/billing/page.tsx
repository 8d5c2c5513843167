import { ScreenSkeleton } from '@/components/screen-skeleton'
import { BillingScreen } from '@/features/billing/components/billing-screen'
import { Page, type PageProps } from '@/lib/page'

export default function BillingPage({ params }: PageProps) {
  return (
    <Page params={params} features={['billing', 'pay']} fallback={<ScreenSkeleton />}>
      <BillingScreen />
    </Page>
  )
}
