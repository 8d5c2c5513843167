import type { ReactNode } from 'react'
import { PlatformFrame } from '@/features/platform/components/platform-frame'
import { Messages } from '@/lib/messages'
import { loadMessages } from '@/messages/load'

type Props = { children: ReactNode; params: Promise<{ locale: string }> }

export default async function PlatformLayout({ children, params }: Props) {
  const { locale } = await params
  return (
    <Messages locale={locale} messages={await loadMessages(locale, ['platform', 'shell', 'security'])}>
      <PlatformFrame>{children}</PlatformFrame>
    </Messages>
  )
}
