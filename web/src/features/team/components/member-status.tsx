'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { useCan, useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { removePin, removeSuppression, setStatus, useMemberChange } from '../api'
import { ResendButton } from './resend-button'

/** Whether a person gets in, how far their invitation is, and whether mail reaches them. */
export function MemberStatus({ member }: { member: Member }) {
  const t = useTranslations('team')
  const mayManage = useCan('team.manage') && member.can_edit
  return (
    <Card title={t('access')}>
      <div className="flex flex-col items-start gap-4">
        {member.invite ? <Invitation member={member} /> : <p className="text-soft">{t(`status_${member.status}`)}</p>}
        {mayManage && member.invite && <ResendButton member={member} />}
        {member.is_email_suppressed && <Suppressed member={member} mayManage={mayManage} />}
        {mayManage && member.has_pin && <PinButton member={member} />}
        {mayManage && !member.is_me && <AccessButton member={member} />}
      </div>
    </Card>
  )
}

function Invitation({ member }: { member: Member }) {
  const t = useTranslations('team')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const invite = member.invite!
  const who = invite.invited_by ?? ''
  return (
    <div className="space-y-1 text-sm">
      <p>{t('invitedBy', { who, when: format.instant(invite.invited_at, zone) })}</p>
      <p className={invite.is_expired ? 'text-bad' : 'text-soft'}>
        {invite.is_expired
          ? t('expiredAt', { when: format.instant(invite.expires_at, zone) })
          : t('expiresAt', { when: format.instant(invite.expires_at, zone) })}
      </p>
      {!invite.mailed_at && !member.is_email_suppressed && <p className="text-soft">{t('onItsWay')}</p>}
    </div>
  )
}

function Suppressed({ member, mayManage }: { member: Member; mayManage: boolean }) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const clear = useMemberChange(removeSuppression, () => toast.success(t('suppressionRemoved')))
  return (
    <div className="space-y-3">
      <Notice tone="warn">{t('suppressedText', { email: member.email })}</Notice>
      {mayManage && (
        <Button
          isPending={clear.isPending}
          onPress={() => clear.mutate(member, { onError: (error) => toast.error(errorText(error)) })}
        >
          {t('removeSuppression')}
        </Button>
      )}
    </div>
  )
}

/** Only the person sets a PIN; who manages the team takes it away. */
function PinButton({ member }: { member: Member }) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const change = useMemberChange(removePin, () => toast.success(t('pinRemoved')))
  return (
    <div className="space-y-2">
      <p className="text-soft">{t('hasPin')}</p>
      <Button
        isPending={change.isPending}
        onPress={() => change.mutate(member, { onError: (error) => toast.error(errorText(error)) })}
      >
        {t('removePin')}
      </Button>
    </div>
  )
}

function AccessButton({ member }: { member: Member }) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const isDisabled = member.status === 'disabled'
  const change = useMemberChange(
    (isEnabled: boolean) => setStatus(member, isEnabled),
    () => {
      setAsking(false)
      toast.success(isDisabled ? t('enabledDone', { name: member.name }) : t('disabledDone', { name: member.name }))
    },
  )
  const run = (isEnabled: boolean) => change.mutate(isEnabled, { onError: (error) => toast.error(errorText(error)) })
  if (isDisabled) {
    return (
      <Button isPending={change.isPending} onPress={() => run(true)}>
        {member.has_login ? t('enable') : t('inviteAgain')}
      </Button>
    )
  }
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {t('disable')}
      </Button>
      <ConfirmDialog
        title={t('disableTitle', { name: member.name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(false)}
        confirmLabel={t('disable')}
        isDanger
        isPending={change.isPending}
      >
        {t('disableText')}
      </ConfirmDialog>
    </>
  )
}
