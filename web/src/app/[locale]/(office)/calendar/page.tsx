import { CalendarScreen } from '@/features/calendar/components/calendar-screen'
import { CalendarSkeleton } from '@/features/calendar/components/calendar-skeleton'
import { Page, type PageProps } from '@/lib/page'

export default function CalendarPage({ params }: PageProps) {
  return (
    <Page params={params} features={['calendar', 'massCancel']} fallback={<CalendarSkeleton />}>
      <CalendarScreen />
    </Page>
  )
}
