import '@fontsource-variable/inter/index.css'
import type { Metadata } from 'next'
import { Mark } from '@/components/ui/brand'
import { buttonClass } from '@/components/ui/button-class'
import './globals.css'

export const metadata: Metadata = { title: 'Page not found · Outfitter' }

// Only where no server of ours answers: it sends /<locale>/lost, which speaks the reader's language.
export default function NotFound() {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-6">
          <Mark className="size-10" />
          <h1 className="text-2xl font-semibold text-balance">There is nothing at this address</h1>
          <div className="mt-2">
            <a href="/" className={buttonClass('primary')}>
              Go to the start
            </a>
          </div>
        </main>
      </body>
    </html>
  )
}
