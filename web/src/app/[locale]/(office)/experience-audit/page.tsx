import { AuditScreen } from '@/features/experience/components/audit-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience', 'audit', 'tables']} fallback={<ScreenSkeleton />}>
      <AuditScreen />
    </Page>
  )
}
