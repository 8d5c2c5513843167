import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformBillingScreen } from '@/features/platform-billing/components/platform-billing-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformBilling']} fallback={<ScreenSkeleton />}>
      <PlatformBillingScreen />
    </Page>
  )
}
