import { ScreenSkeleton } from '@/components/screen-skeleton'
import { EmbedScreen } from '@/features/embed/components/embed-screen'
import { Page, type PageProps } from '@/lib/page'

export default function EmbedCodesPage({ params }: PageProps) {
  return (
    <Page params={params} features={['embed']} fallback={<ScreenSkeleton />}>
      <EmbedScreen />
    </Page>
  )
}
