import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PaymentsScreen } from '@/features/payments-settings/components/payments-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['payments', 'general']} fallback={<ScreenSkeleton />}>
      <PaymentsScreen />
    </Page>
  )
}
