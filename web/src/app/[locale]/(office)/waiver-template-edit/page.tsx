import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TemplateScreen } from '@/features/waivers/components/template-screen'
import { Page, type PageProps } from '@/lib/page'

export default function WaiverTemplateEditPage({ params }: PageProps) {
  return (
    <Page params={params} features={['waiverTemplates']} fallback={<ScreenSkeleton />}>
      <TemplateScreen />
    </Page>
  )
}
