'use client'
import { Compass, MailWarning } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { Badge } from '@/components/ui/badge'

/** What is special about a person, in words. */
export function MemberBadges({ member }: { member: Member }) {
  const t = useTranslations('team')
  const isExpired = member.invite?.is_expired
  return (
    <>
      {member.is_guide && member.role.slug !== 'guide' && (
        <Badge tone="accent">
          <Compass aria-hidden className="size-3" />
          {t('guide')}
        </Badge>
      )}
      {member.kind === 'agent' && <Badge>{t('agent')}</Badge>}
      {member.status === 'invited' && (
        <Badge tone={isExpired ? 'bad' : 'warn'}>{isExpired ? t('inviteExpired') : t('invited')}</Badge>
      )}
      {member.status === 'disabled' && <Badge tone="neutral">{t('disabled')}</Badge>}
      {member.is_email_suppressed && (
        <Badge tone="bad">
          <MailWarning aria-hidden className="size-3" />
          {t('suppressed')}
        </Badge>
      )}
    </>
  )
}
