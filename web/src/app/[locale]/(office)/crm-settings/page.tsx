import { ScreenSkeleton } from '@/components/screen-skeleton'
import { CrmScreen } from '@/features/crm/components/crm-screen'
import { Page, type PageProps } from '@/lib/page'

export default function CrmSettingsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['crm', 'templates']} fallback={<ScreenSkeleton />}>
      <CrmScreen />
    </Page>
  )
}
