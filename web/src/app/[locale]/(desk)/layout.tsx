import type { ReactNode } from 'react'
import { AccountNotice } from '@/components/account-notice'
import { SupportNotice } from '@/components/support-notice'
import { DeskFrame } from '@/features/desk/components/desk-frame'
import { Messages } from '@/lib/messages'
import { loadMessages } from '@/messages/load'

type Props = { children: ReactNode; params: Promise<{ locale: string }> }

export default async function DeskLayout({ children, params }: Props) {
  const { locale } = await params
  return (
    <Messages
      locale={locale}
      messages={await loadMessages(locale, ['desk', 'shell', 'search', 'notifications', 'support'])}
    >
      <DeskFrame>
        <AccountNotice />
        <SupportNotice />
        {children}
      </DeskFrame>
    </Messages>
  )
}
