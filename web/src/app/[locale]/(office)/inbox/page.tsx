import { ScreenSkeleton } from '@/components/screen-skeleton'
import { InboxScreen } from '@/features/inbox/components/inbox-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['inbox', 'threads', 'assistant']} fallback={<ScreenSkeleton />}>
      <InboxScreen />
    </Page>
  )
}
