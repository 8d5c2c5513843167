'use client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { askEmail, confirmEmail, useRenewMe } from '../api'

/** The address one signs in with; another one is proved by a link that is mailed there. */
export function EmailCard({ email }: { email: string }) {
  const t = useTranslations('profile')
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  useConfirmation()
  const close = (address: string | null) => {
    setOpen(false)
    setSentTo(address)
  }
  return (
    <Card title={t('email')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0 break-all">{email}</span>
          {!isOpen && <Button onPress={() => setOpen(true)}>{t('changeEmail')}</Button>}
        </div>
        {sentTo && <Notice tone="info">{t('emailSent', { email: sentTo })}</Notice>}
        {isOpen && <EmailForm onDone={close} />}
      </div>
    </Card>
  )
}

function EmailForm({ onDone }: { onDone: (sentTo: string | null) => void }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const confirmed = useConfirmed()
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => confirmed(() => askEmail(email.trim())),
    onSuccess: () => onDone(email.trim()),
  })
  const code = ask.error instanceof ApiError ? ask.error.code : ''
  const reason = code === 'validation_failed' ? t('emailWrong') : errorText(ask.error)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <TextField
        label={t('newEmail')}
        hint={t('newEmailHint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={setEmail}
        error={ask.error && code !== 'confirmation_required' ? reason : undefined}
      />
      <div className="flex gap-3">
        <Button type="submit" look="primary" isPending={ask.isPending} isDisabled={!email.trim()}>
          {t('sendEmailLink')}
        </Button>
        <Button onPress={() => onDone(null)}>{common('cancel')}</Button>
      </div>
    </form>
  )
}

/** Hands the token of a mailed link in, once, and takes it out of the address. */
function useConfirmation() {
  const t = useTranslations('profile')
  const errorText = useErrorText()
  const go = useGo()
  const renew = useRenewMe()
  const token = useQueryParam('confirm')
  const sent = useRef<string>(null)
  const { mutate } = useMutation({
    mutationFn: confirmEmail,
    onSuccess: ({ email }) => toast.success(t('emailChanged', { email })),
    onError: (error) =>
      toast.error(error instanceof ApiError && error.code === 'code_invalid' ? t('emailLinkOld') : errorText(error)),
    onSettled: () => {
      void renew()
      go('profile', { tab: 'me' }, { replace: true })
    },
  })
  useEffect(() => {
    if (!token || sent.current === token) return
    sent.current = token
    mutate(token)
  }, [token, mutate])
}
