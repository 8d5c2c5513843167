import { MoneyScreen } from '@/features/desk/components/money-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['desk']} fallback={<ScreenSkeleton />}>
      <MoneyScreen />
    </Page>
  )
}
