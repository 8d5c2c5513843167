import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PluginScreen } from '@/features/plugins/components/plugin-screen'
import { Page, type PageProps } from '@/lib/page'

export default function PluginPage({ params }: PageProps) {
  return (
    <Page params={params} features={['plugins']} fallback={<ScreenSkeleton />}>
      <PluginScreen />
    </Page>
  )
}
