import { ScreenSkeleton } from '@/components/screen-skeleton'
import { RuleScreen } from '@/features/availability/components/rule-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience', 'availability']} fallback={<ScreenSkeleton />}>
      <RuleScreen />
    </Page>
  )
}
