import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ExperienceCrmScreen } from '@/features/crm/components/experience-crm-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ExperienceCrmBeforePage({ params }: PageProps) {
  return (
    <Page params={params} features={['experience', 'experiences', 'crm', 'templates']} fallback={<ScreenSkeleton />}>
      <ExperienceCrmScreen page="experienceCrmBefore" />
    </Page>
  )
}
