import { ScreenSkeleton } from '@/components/screen-skeleton'
import { AuditScreen } from '@/features/audit/components/audit-screen'
import { Page, type PageProps } from '@/lib/page'

export default function AuditLogPage({ params }: PageProps) {
  return (
    <Page params={params} features={['audit', 'tables']} fallback={<ScreenSkeleton />}>
      <AuditScreen />
    </Page>
  )
}
