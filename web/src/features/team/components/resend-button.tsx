'use client'
import { Send } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useCountdown } from '@/lib/use-countdown'
import { resendInvite, useMemberChange } from '../api'

/** Sends an invitation again: a minute after the last one, three times a day. */
export function ResendButton({ member }: { member: Member }) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const wait = useCountdown(member.invite ? Date.parse(member.invite.resend_at) : 0)
  const resend = useMemberChange(resendInvite, () => toast.success(t('resent', { email: member.email })))
  if (!member.invite) return null
  const left = member.invite.resend_left
  if (left === 0) return <span className="text-sm text-faint">{t('resendTomorrow')}</span>
  return (
    <Button
      size="sm"
      isDisabled={wait > 0}
      isPending={resend.isPending}
      onPress={() => resend.mutate(member, { onError: (error) => toast.error(errorText(error)) })}
    >
      <Send aria-hidden className="size-4" />
      {wait > 0 ? <span className="tabular-nums">{t('resendIn', { count: wait })}</span> : t('resend')}
    </Button>
  )
}
