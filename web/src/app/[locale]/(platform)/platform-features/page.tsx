import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformFeaturesScreen } from '@/features/platform-features/components/platform-features-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformFeatures', 'platformTexts']} fallback={<ScreenSkeleton />}>
      <PlatformFeaturesScreen />
    </Page>
  )
}
