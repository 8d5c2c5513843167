import '@fontsource-variable/inter/index.css'
import type { Metadata } from 'next'
import { Mark } from '@/components/ui/brand'
import { buttonClass } from '@/components/ui/button-class'
import './globals.css'

export const metadata: Metadata = { title: 'Page not found · Outfitter' }

// One file answers for every unknown address, also under an unknown locale: English it is.
export default function NotFound() {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-6">
          <Mark className="size-10" />
          <p className="text-sm font-medium text-faint">404</p>
          <h1 className="text-2xl font-semibold text-balance">There is no page at this address</h1>
          <p className="text-soft text-pretty">
            The link may be old, or a letter went missing on the way. Nothing you saved is lost.
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <a href="/" className={buttonClass('primary')}>
              Go to the start
            </a>
            <a href="/signin" className={buttonClass('secondary')}>
              Sign in
            </a>
          </div>
        </main>
      </body>
    </html>
  )
}
