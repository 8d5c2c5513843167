import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupScreen } from '@/features/setup/components/setup-screen'
import { Page, type PageProps } from '@/lib/page'

export default function SetupPage({ params }: PageProps) {
  return (
    <Page params={params} features={['setup']} fallback={<ScreenSkeleton />}>
      <SetupScreen />
    </Page>
  )
}
