import { ScreenSkeleton } from '@/components/screen-skeleton'
import { OperatorsScreen } from '@/features/operators/components/operators-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['operators']} fallback={<ScreenSkeleton />}>
      <OperatorsScreen />
    </Page>
  )
}
