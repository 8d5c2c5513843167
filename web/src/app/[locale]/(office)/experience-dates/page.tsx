import { DatesScreen } from '@/features/experience/components/dates-screen'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page
      params={params}
      features={['experiences', 'experience', 'availability', 'blackouts', 'massCancel']}
      fallback={<ScreenSkeleton />}
    >
      <DatesScreen />
    </Page>
  )
}
