import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformNewsScreen } from '@/features/platform-news/components/platform-news-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformNews', 'platformTexts']} fallback={<ScreenSkeleton />}>
      <PlatformNewsScreen />
    </Page>
  )
}
