import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PlatformSecurityScreen } from '@/features/profile/components/platform-security-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['profile', 'security']} fallback={<ScreenSkeleton />}>
      <PlatformSecurityScreen />
    </Page>
  )
}
