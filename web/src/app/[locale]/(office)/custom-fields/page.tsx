import { ScreenSkeleton } from '@/components/screen-skeleton'
import { FieldsScreen } from '@/features/fields/components/fields-screen'
import { Page, type PageProps } from '@/lib/page'

export default function CustomFieldsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['fields']} fallback={<ScreenSkeleton />}>
      <FieldsScreen />
    </Page>
  )
}
