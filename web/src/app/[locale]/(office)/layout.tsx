import type { ReactNode } from 'react'
import { AccountNotice } from '@/components/account-notice'
import { SupportNotice } from '@/components/support-notice'
import { CounterLock } from '@/components/counter-lock'
import { Ringing } from '@/components/calls/ringing'
import { NewsBanner } from '@/components/news-banner'
import { JobTray } from '@/components/job-tray'
import { TermsGate } from '@/components/security/terms-gate'
import { OfficeFrame } from '@/features/shell/components/office-frame'
import { Live } from '@/lib/live/live'
import { Messages } from '@/lib/messages'
import { loadMessages } from '@/messages/load'

type Props = { children: ReactNode; params: Promise<{ locale: string }> }

export default async function OfficeLayout({ children, params }: Props) {
  const { locale } = await params
  return (
    <Messages
      locale={locale}
      messages={await loadMessages(locale, ['shell', 'search', 'notifications', 'jobs', 'terms', 'ringing', 'support'])}
    >
      <OfficeFrame>
        <AccountNotice />
        <SupportNotice />
        <CounterLock />
        <TermsGate />
        <NewsBanner />
        {children}
        <JobTray />
        <Live />
        <Ringing />
      </OfficeFrame>
    </Messages>
  )
}
