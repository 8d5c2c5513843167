import { ScreenSkeleton } from '@/components/screen-skeleton'
import { LaterScreen } from '@/features/later/components/later-screen'
import { Page, type PageProps } from '@/lib/page'

export default function LaterPage({ params }: PageProps) {
  return (
    <Page params={params} features={['later']} fallback={<ScreenSkeleton />}>
      <LaterScreen />
    </Page>
  )
}
