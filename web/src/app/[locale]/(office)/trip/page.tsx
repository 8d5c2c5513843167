import { ScreenSkeleton } from '@/components/screen-skeleton'
import { TripScreen } from '@/features/trip/components/trip-screen'
import { Page, type PageProps } from '@/lib/page'

export default function TripPage({ params }: PageProps) {
  return (
    <Page
      params={params}
      features={[
        'trip',
        'money',
        'pay',
        'audit',
        'guides',
        'cardFace',
        'signing',
        'threads',
        'callLines',
        'assistant',
        'print',
      ]}
      fallback={<ScreenSkeleton />}
    >
      <TripScreen />
    </Page>
  )
}
