'use client'
import type { ReactNode } from 'react'
import { IntlProvider, useMessages } from 'use-intl'

type Props = { locale: string; messages: object; children: ReactNode }

/** Adds a screen's messages to those of the layout around it. */
export function Messages({ locale, messages, children }: Props) {
  const outer = useMessages()
  return (
    <IntlProvider locale={locale} timeZone="UTC" messages={{ ...outer, ...messages } as never}>
      {children}
    </IntlProvider>
  )
}
