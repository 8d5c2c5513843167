import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ReferralScreen } from '@/features/referral/components/referral-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ReferralPage({ params }: PageProps) {
  return (
    <Page params={params} features={['referral']} fallback={<ScreenSkeleton />}>
      <ReferralScreen />
    </Page>
  )
}
