import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CashScreen } from '@/features/cash/components/cash-screen'
import { Page, type PageProps } from '@/lib/page'

export default function CashPage({ params }: PageProps) {
  return (
    <Page params={params} features={['cash']} fallback={<ScreenSkeleton />}>
      <CashScreen />
    </Page>
  )
}
