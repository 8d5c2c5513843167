'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { NewPassword } from '@/components/security/new-password'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { AppLink } from '@/lib/app-link'
import { useFragment } from '@/lib/use-fragment'
import { useTitle } from '@/lib/use-title'
import { forgetPassword, resetPassword } from '../api'
import { Refusal } from './signin-form'
import { SigninFrame } from './signin-frame'

/** Ask for a link to a new password; with the link's token, choose it. */
export function ForgotPasswordScreen() {
  const t = useTranslations('signin')
  const token = useFragment('token')
  const [isExpired, setExpired] = useState(false)
  useTitle(t('forgotTitle'))
  return (
    <SigninFrame>
      {token && !isExpired ? (
        <Choose token={token} onExpired={() => setExpired(true)} />
      ) : (
        <Ask isExpired={isExpired} />
      )}
      <AppLink
        to="signin"
        params={{}}
        className="inline-flex min-h-10 items-center self-start text-sm font-medium text-accent underline-offset-4 hover:underline"
      >
        {t('backToSignin')}
      </AppLink>
    </SigninFrame>
  )
}

function Ask({ isExpired }: { isExpired: boolean }) {
  const t = useTranslations('signin')
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: forgetPassword })
  if (ask.isSuccess) return <Told title={t('sentTitle')} text={t('sentText', { email })} />
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate(email.trim())
      }}
    >
      <div>
        <h1 className="text-2xl font-semibold">{t('forgotTitle')}</h1>
        <p className="mt-1 text-pretty text-soft">{t('forgotText')}</p>
      </div>
      {isExpired && <Notice tone="warn">{t('linkExpired')}</Notice>}
      {ask.error && <Refusal error={ask.error} />}
      <TextField
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        isRequired
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" look="primary" size="lg" isPending={ask.isPending}>
        {t('sendLink')}
      </Button>
    </form>
  )
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <div role="status">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-pretty text-soft">{text}</p>
    </div>
  )
}

function Choose({ token, onExpired }: { token: string; onExpired: () => void }) {
  const t = useTranslations('signin')
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: resetPassword,
    onError: (error) => error instanceof ApiError && error.code === 'code_invalid' && onExpired(),
  })
  if (reset.isSuccess) return <Told title={t('changedTitle')} text={t('changedText')} />
  const isField = reset.error instanceof ApiError && reset.error.code === 'validation_failed'
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        reset.mutate({ token, password })
      }}
    >
      <h1 className="text-2xl font-semibold">{t('chooseNew')}</h1>
      {reset.error && !isField && <Refusal error={reset.error} />}
      <NewPassword value={password} onChange={setPassword} error={isField ? reset.error : null} />
      <Button type="submit" look="primary" size="lg" isPending={reset.isPending} isDisabled={!password}>
        {t('saveNew')}
      </Button>
    </form>
  )
}
