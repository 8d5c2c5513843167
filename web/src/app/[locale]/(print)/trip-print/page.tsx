import { PrintScreen, PrintSkeleton } from '@/features/trip/components/print-screen'
import { Page, type PageProps } from '@/lib/page'

export default function TripPrintPage({ params }: PageProps) {
  return (
    <Page params={params} features={['trip', 'money']} fallback={<PrintSkeleton />}>
      <PrintScreen />
    </Page>
  )
}
