'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useCountdown } from '@/lib/use-countdown'
import { confirmEmail, startSignup } from '../api'
import type { StepProps } from './types'
import { StepHead } from './step-head'

const length = 6

/** Six digits from the mail; typed or pasted, the last one sends them. */
export function CodeStep({ memory, onKeep }: StepProps) {
  const t = useTranslations('signup')
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: (digits: string) => confirmEmail(memory.token, digits),
    onSuccess: () => onKeep({}, 'domain'),
    onError: () => setCode(''),
  })
  const resend = useResend({ memory, onKeep, onSent: confirm.reset })
  const wait = useCountdown(memory.resendAt)
  const message = useCodeMessage(confirm.error ?? resend.error)
  const enter = (digits: string) => {
    setCode(digits)
    if (digits.length === length && !confirm.isPending) confirm.mutate(digits)
  }
  return (
    <div className="flex flex-col gap-5">
      <StepHead title={t('codeTitle')} text={t('codeText', { email: memory.person.email })} />
      <CodeField label={t('code')} length={length} value={code} onChange={enter} isBusy={confirm.isPending} />
      {message && <Notice tone="bad">{message}</Notice>}
      {resend.isSuccess && wait > 0 && !message && <Notice tone="info">{t('codeSent')}</Notice>}
      <div className="-ml-4 flex flex-wrap gap-x-2">
        <Button look="quiet" isDisabled={wait > 0} isPending={resend.isPending} onPress={() => resend.mutate()}>
          <span className="tabular-nums">{wait > 0 ? t('resendIn', { count: wait }) : t('resend')}</span>
        </Button>
        <Button look="quiet" onPress={() => onKeep({}, 'account')}>
          {t('otherEmail')}
        </Button>
      </div>
    </div>
  )
}

function useResend({ memory, onKeep, onSent }: Pick<StepProps, 'memory' | 'onKeep'> & { onSent: () => void }) {
  return useMutation({
    mutationFn: () => startSignup({ signup_token: memory.token }),
    onSuccess: ({ resend_after }) => {
      onSent()
      onKeep({ resendAt: Date.now() + resend_after * 1000 })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAt > Date.now()) onKeep({ resendAt: error.retryAt })
    },
  })
}

function useCodeMessage(error: Error | null): string | null {
  const t = useTranslations('signup')
  const errorText = useErrorText()
  if (!error) return null
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.code === 'code_invalid') return t('codeWrong', { count: Number(error.detail.attempts_left ?? 0) })
  if (error.code === 'code_expired') return t('codeOld')
  if (error.code === 'too_many_attempts') return t('codeTooMany')
  return errorText(error)
}
