import { ScreenSkeleton } from '@/components/screen-skeleton'
import { ReviewsScreen } from '@/features/reviews/components/reviews-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ReviewsPage({ params }: PageProps) {
  return (
    <Page params={params} features={['reviews', 'assistant']} fallback={<ScreenSkeleton />}>
      <ReviewsScreen />
    </Page>
  )
}
