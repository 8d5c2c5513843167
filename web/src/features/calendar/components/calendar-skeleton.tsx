import { Skeleton } from '@/components/ui/skeleton'

/** The shape of the calendar before its departures are there. */
export function CalendarSkeleton() {
  return (
    <div className="mx-auto max-w-[110rem] px-4 py-5 md:px-8 md:py-7">
      <Skeleton className="mb-4 h-10 w-64" />
      <Skeleton className="h-[36rem] rounded-xl" />
    </div>
  )
}
