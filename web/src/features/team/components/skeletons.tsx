import { Skeleton } from '@/components/ui/skeleton'

export function ListSkeleton() {
  return (
    <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
      {[1, 2, 3, 4, 5].map((row) => (
        <li key={row} className="flex items-center gap-4 p-4">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="grow space-y-2">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function CardsSkeleton() {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <Skeleton className="h-96" />
      <Skeleton className="h-56" />
    </div>
  )
}
