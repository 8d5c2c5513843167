import { ScreenSkeleton } from '@/components/screen-skeleton'
import { OperatorScreen } from '@/features/operators/components/operator-screen'
import { Page, type PageProps } from '@/lib/page'

/** Cards of other features about this operator (plan, features) stand inside; each reads the route. */
export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['operators', 'platformAudit']} fallback={<ScreenSkeleton />}>
      <OperatorScreen />
    </Page>
  )
}
