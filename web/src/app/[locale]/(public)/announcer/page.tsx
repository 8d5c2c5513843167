import { AnnouncerScreen, Frame } from '@/features/announcer/components/announcer-screen'
import { Page, type PageProps } from '@/lib/page'

export default function AnnouncerPage({ params }: PageProps) {
  return (
    <Page params={params} features={['announcer']} fallback={<Frame />}>
      <AnnouncerScreen />
    </Page>
  )
}
