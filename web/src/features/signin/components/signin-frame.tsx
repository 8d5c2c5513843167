import type { ReactNode } from 'react'
import { Mark } from '@/components/ui/brand'
import { LanguageButton } from '@/components/language-button'

/** The quiet room around the door: mark above, language below. */
export function SigninFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-5 py-8">
      <main className="flex grow flex-col justify-center gap-6 pb-12">
        <Mark className="size-11" />
        {children}
      </main>
      <LanguageButton />
    </div>
  )
}
