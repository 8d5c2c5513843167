import { ScreenSkeleton } from '@/components/screen-skeleton'
import { DevelopersScreen } from '@/features/developers/components/developers-screen'
import { Page, type PageProps } from '@/lib/page'

export default function DevelopersPage({ params }: PageProps) {
  return (
    <Page params={params} features={['developers', 'team']} fallback={<ScreenSkeleton />}>
      <DevelopersScreen />
    </Page>
  )
}
