import { ScreenSkeleton } from '@/components/screen-skeleton'
import { FiguresScreen } from '@/features/kpis/components/figures-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['kpis', 'operators']} fallback={<ScreenSkeleton />}>
      <FiguresScreen />
    </Page>
  )
}
