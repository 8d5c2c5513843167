import { PageBody } from './ui/page-header'
import { Skeleton } from './ui/skeleton'

/** The shape of a screen with a head and a body, before the address is known. */
export function ScreenSkeleton() {
  return (
    <PageBody>
      <Skeleton className="mb-6 h-8 w-56" />
      <Skeleton className="h-72" />
    </PageBody>
  )
}
