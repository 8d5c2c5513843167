import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TemplateScreen } from '@/features/crm/components/template-screen'
import { Page, type PageProps } from '@/lib/page'

export default function TemplateEditPage({ params }: PageProps) {
  return (
    <Page
      params={params}
      features={['templates', 'templateEditor', 'crm', 'general', 'assistant']}
      fallback={<ScreenSkeleton />}
    >
      <TemplateScreen />
    </Page>
  )
}
