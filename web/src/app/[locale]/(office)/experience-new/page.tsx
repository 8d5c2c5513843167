import { NewExperienceScreen } from '@/features/experiences/components/new-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['experiences', 'experience']} fallback={<ScreenSkeleton />}>
      <NewExperienceScreen />
    </Page>
  )
}
