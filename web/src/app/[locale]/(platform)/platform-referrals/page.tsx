import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformReferralsScreen } from '@/features/platform-referrals/components/platform-referrals-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['platformReferrals', 'platformTexts']} fallback={<ScreenSkeleton />}>
      <PlatformReferralsScreen />
    </Page>
  )
}
