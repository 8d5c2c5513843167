import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'

export function ProfileSkeleton() {
  return (
    <PageBody width="narrow">
      <Skeleton className="mb-5 h-8 w-40" />
      <Skeleton className="mb-5 h-11" />
      <Skeleton className="h-80" />
    </PageBody>
  )
}
