import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformTermsScreen } from '@/features/platform-terms/components/platform-terms-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformTerms', 'platformTexts']} fallback={<ScreenSkeleton />}>
      <PlatformTermsScreen />
    </Page>
  )
}
