'use client'
import { MessageSquareText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '../copy-box'
import { buttonClass } from '../ui/button-class'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { PayLink } from './types'

/** The address, ready to be pasted into whatever the guest reads. */
export function LinkReady({ link, phone }: { link: PayLink; phone: string | null }) {
  const t = useTranslations('pay')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <div className="space-y-4" role="status">
      <p>{link.sent_to ? t('linkSentTo', { to: link.sent_to }) : t('linkMade')}</p>
      <CopyBox text={link.url} label={t('way_link')} />
      {phone && (
        <a href={`sms:${phone}?&body=${encodeURIComponent(link.url)}`} className={buttonClass('secondary')}>
          <MessageSquareText aria-hidden className="size-4" />
          {t('linkBySms')}
        </a>
      )}
      <p className="text-sm text-faint">{t('linkUntil', { when: format.instant(link.expires_at, zone) })}</p>
    </div>
  )
}
