import type { ReactNode } from 'react'
import { OfficeFrame } from '@/features/shell/components/office-frame'
import { Messages } from '@/lib/messages'
import { loadMessages } from '@/messages/load'

type Props = { children: ReactNode; params: Promise<{ locale: string }> }

export default async function OfficeLayout({ children, params }: Props) {
  const { locale } = await params
  return (
    <Messages locale={locale} messages={await loadMessages(locale, ['shell'])}>
      <OfficeFrame>{children}</OfficeFrame>
    </Messages>
  )
}
