import '@fontsource-variable/inter/index.css'
import type { Metadata } from 'next'
import { LostScreen } from '@/features/shell/components/lost-screen'
import { bootScript } from '@/lib/boot'
import './globals.css'

export const metadata: Metadata = { title: 'Outfitter' }

// One file answers for every unknown address; the browser puts in the reader's language.
export default function NotFound() {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
      </head>
      <body>
        <LostScreen />
        <noscript>
          <p className="px-6 text-center">
            There is no page at this address. <a href="/">Go to the start</a>
          </p>
        </noscript>
      </body>
    </html>
  )
}
