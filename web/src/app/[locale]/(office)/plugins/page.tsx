import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PluginsScreen } from '@/features/plugins/components/plugins-screen'
import { Page, type PageProps } from '@/lib/page'

export default function PluginsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['plugins']} fallback={<ScreenSkeleton />}>
      <PluginsScreen />
    </Page>
  )
}
