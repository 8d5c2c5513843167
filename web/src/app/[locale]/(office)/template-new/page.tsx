import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TemplateNewScreen } from '@/features/crm/components/template-new-screen'
import { Page, type PageProps } from '@/lib/page'

export default function TemplateNewPage({ params }: PageProps) {
  return (
    <Page params={params} features={['templates', 'crm', 'assistant']} fallback={<ScreenSkeleton />}>
      <TemplateNewScreen />
    </Page>
  )
}
