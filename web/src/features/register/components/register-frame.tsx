import type { ReactNode } from 'react'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { Skeleton } from '@/components/ui/skeleton'

type Props = { logo?: string | null; name?: string; children?: ReactNode }

/** The quiet room before the office: the operator's mark above, language below. */
export function RegisterFrame({ logo, name = '', children }: Props) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-5 py-8">
      <main className="flex grow flex-col justify-center gap-6 pb-12">
        {logo ? (
          <img src={logo} alt={name} className="max-h-14 max-w-48 self-start object-contain" />
        ) : (
          <Mark className="size-11" />
        )}
        {children ?? <FrameSkeleton />}
      </main>
      <LanguageButton />
    </div>
  )
}

function FrameSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-20" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}
