import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformAuditScreen } from '@/features/platform-audit/components/platform-audit-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformAudit']} fallback={<ScreenSkeleton />}>
      <PlatformAuditScreen />
    </Page>
  )
}
