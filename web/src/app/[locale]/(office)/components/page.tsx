import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ComponentsScreen } from '@/features/components/components/components-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ComponentsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['components']} fallback={<ScreenSkeleton />}>
      <ComponentsScreen />
    </Page>
  )
}
