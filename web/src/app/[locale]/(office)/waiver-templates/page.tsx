import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TemplatesScreen } from '@/features/waivers/components/templates-screen'
import { Page, type PageProps } from '@/lib/page'

export default function WaiverTemplatesPage({ params }: PageProps) {
  return (
    <Page params={params} features={['waiverTemplates']} fallback={<ScreenSkeleton />}>
      <TemplatesScreen />
    </Page>
  )
}
