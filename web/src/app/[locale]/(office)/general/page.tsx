import { GeneralScreen } from '@/features/general/components/general-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function GeneralPage({ params }: PageProps) {
  return (
    <Page params={params} features={['general', 'security']} fallback={<ScreenSkeleton />}>
      <GeneralScreen />
    </Page>
  )
}
