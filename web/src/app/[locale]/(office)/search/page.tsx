import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SearchScreen } from '@/features/search/components/search-screen'
import { Page, type PageProps } from '@/lib/page'

export default function SearchPage({ params }: PageProps) {
  return (
    <Page params={params} features={['search']} fallback={<ScreenSkeleton />}>
      <SearchScreen />
    </Page>
  )
}
