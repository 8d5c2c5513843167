import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PipelineScreen } from '@/features/kpis/components/pipeline-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['kpis']} fallback={<ScreenSkeleton />}>
      <PipelineScreen />
    </Page>
  )
}
