import { Skeleton } from '@/components/ui/skeleton'

/** The shape of a day while it loads: three departures with their guests. */
export function ManifestSkeleton() {
  return (
    <div className="space-y-4 p-4 md:px-8">
      {[3, 2, 4].map((rows, index) => (
        <div key={index} className="rounded-xl border bg-surface">
          <div className="flex items-center gap-4 p-4">
            <Skeleton className="h-8 w-16" />
            <Skeleton className="h-5 w-48" />
            <Skeleton className="ml-auto hidden h-5 w-32 sm:block" />
          </div>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="flex items-center gap-4 border-t px-4 py-3">
              <Skeleton className="h-5 w-36" />
              <Skeleton className="ml-auto h-10 w-28" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
