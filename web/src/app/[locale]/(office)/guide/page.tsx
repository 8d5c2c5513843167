import { ScreenSkeleton } from '@/components/screen-skeleton'
import { GuideScreen } from '@/features/guides/components/guide-screen'
import { Page, type PageProps } from '@/lib/page'

export default function GuidePage({ params }: PageProps) {
  return (
    <Page params={params} features={['guides', 'blackouts']} fallback={<ScreenSkeleton />}>
      <GuideScreen />
    </Page>
  )
}
