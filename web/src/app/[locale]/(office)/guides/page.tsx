import { ScreenSkeleton } from '@/components/screen-skeleton'
import { GuidesScreen } from '@/features/guides/components/guides-screen'
import { Page, type PageProps } from '@/lib/page'

export default function GuidesPage({ params }: PageProps) {
  return (
    <Page params={params} features={['guides', 'blackouts']} fallback={<ScreenSkeleton />}>
      <GuidesScreen />
    </Page>
  )
}
