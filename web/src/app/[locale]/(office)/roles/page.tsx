import { RolesScreen } from '@/features/team/components/roles-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['team']} fallback={<ScreenSkeleton />}>
      <RolesScreen />
    </Page>
  )
}
