import { ScreenSkeleton } from '@/components/screen-skeleton'
import { GiftCardsScreen } from '@/features/gift-cards/components/gift-cards-screen'
import { Page, type PageProps } from '@/lib/page'

export default function ScreenPage({ params }: PageProps) {
  return (
    <Page params={params} features={['giftCards', 'cardFace', 'tables']} fallback={<ScreenSkeleton />}>
      <GiftCardsScreen />
    </Page>
  )
}
