'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { IntlProvider } from 'use-intl'
import { Toaster } from '@/components/ui/toaster'
import { makeQueryClient } from './query-client'
import { useRegionalLocale } from './region'

type Props = { locale: string; messages: object; children: ReactNode }

/** What every screen stands in: words, date and number habits of the locale, server state, toasts. */
export function Providers({ locale, messages, children }: Props) {
  const [queryClient] = useState(makeQueryClient)
  // The export knows no region; the browser puts it in after the first paint.
  const region = useRegionalLocale(locale, locale)
  return (
    <IntlProvider locale={locale} timeZone="UTC" messages={messages as never}>
      <I18nProvider locale={region}>
        <QueryClientProvider client={queryClient}>
          {children}
          <Toaster />
        </QueryClientProvider>
      </I18nProvider>
    </IntlProvider>
  )
}
