import { Suspense, type ReactNode } from 'react'
import { loadMessages, type Feature } from '@/messages/load'
import { Messages } from './messages'

export type PageProps = { params: Promise<{ locale: string }> }

type Props = PageProps & { features: Feature[]; fallback: ReactNode; children: ReactNode }

/** A screen with its words; `fallback` is what the exported HTML shows until the address is known. */
export async function Page({ params, features, fallback, children }: Props) {
  const { locale } = await params
  return (
    <Messages locale={locale} messages={await loadMessages(locale, features)}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Messages>
  )
}
