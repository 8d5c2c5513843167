'use client'
import { useTranslations } from 'use-intl'
import { AppLink } from '@/lib/app-link'
import type { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { Notice } from './ui/notice'

type Session = NonNullable<ReturnType<typeof useSession>>
type Support = NonNullable<Session['support']>
type Props = { support: Support; account: Session['account'] }

/**
 * On every screen, as long as it lasts: that support is let in, until when, and what it may do.
 *
 * Owners are told of a question too; support itself sees whose business it is in.
 */
export function SupportBanner({ support, account }: Props) {
  return (
    <div className="sticky top-0 z-10 px-4 pt-4 md:px-8 print:hidden">
      <Notice tone="warn">
        {support.state === 'asked' ? (
          <Question reason={support.reason} />
        ) : (
          <Presence support={support} operator={account.name} zone={account.time_zone} />
        )}
      </Notice>
      {support.is_me && <div aria-hidden className="pointer-events-none fixed inset-0 z-30 border-4 border-warn" />}
    </div>
  )
}

function Question({ reason }: { reason: string }) {
  const t = useTranslations('support')
  return (
    <>
      {t('asks', { reason })}{' '}
      <AppLink to="profile" params={{ tab: 'security' }} className="font-medium underline underline-offset-4">
        {t('answer')}
      </AppLink>
    </>
  )
}

function Presence({ support, operator, zone }: { support: Support; operator: string; zone: string }) {
  const t = useTranslations('support')
  const format = useFormat()
  const until = support.ends_at ? format.instant(support.ends_at, zone) : ''
  return (
    <>
      <strong className="font-semibold">
        {support.is_me ? t('youAreIn', { operator, until }) : t('isIn', { until })}
      </strong>{' '}
      {support.may_change ? t('mayChange') : t('mayLook')}
    </>
  )
}
