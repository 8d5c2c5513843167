import type { ReactNode } from 'react'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'

/** The room of sign-up: mark above, one thing at a time below it, always beginning at the same height. */
export function SignupFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-5 py-6">
      <header className="flex items-center justify-between">
        <span className="flex items-center gap-3 font-semibold">
          <Mark className="size-9" />
          Outfitter
        </span>
        <LanguageButton />
      </header>
      <main className="flex grow flex-col gap-6 py-8 sm:pt-[12vh] sm:pb-20">{children}</main>
    </div>
  )
}
