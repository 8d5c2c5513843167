import { EditScreen } from '@/features/experience/components/edit-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience', 'assistant']} fallback={<ScreenSkeleton />}>
      <EditScreen />
    </Page>
  )
}
