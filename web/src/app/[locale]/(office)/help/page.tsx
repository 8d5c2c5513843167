import { ScreenSkeleton } from '@/components/screen-skeleton'
import { HelpScreen } from '@/features/help/components/help-screen'
import { Page, type PageProps } from '@/lib/page'

export default function HelpPage({ params }: PageProps) {
  return (
    <Page params={params} features={['help']} fallback={<ScreenSkeleton />}>
      <HelpScreen />
    </Page>
  )
}
