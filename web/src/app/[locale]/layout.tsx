import '@fontsource-variable/inter/index.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { bootScript } from '@/lib/boot'
import { LibraryHead } from '@/lib/library-head'
import { Providers } from '@/lib/providers'
import { loadMessages } from '@/messages/load'
import { locales } from '@/routes'
import '../globals.css'

export const dynamicParams = false
export const generateStaticParams = () => locales.map((locale) => ({ locale }))

export const metadata: Metadata = { title: 'Outfitter' }
export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8f9fa' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1113' },
  ],
}

type Props = { children: ReactNode; params: Promise<{ locale: string }> }

export default async function RootLayout({ children, params }: Props) {
  const { locale } = await params
  return (
    // The boot script marks <html> before React takes it over.
    <html lang={locale} dir="ltr" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        <LibraryHead locale={locale} />
      </head>
      <body>
        <Providers locale={locale} messages={await loadMessages(locale, ['common'])}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
