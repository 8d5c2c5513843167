'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { SecretField } from '@/components/security/secret-field'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { canUsePasskeys } from '@/lib/passkeys'
import { useCountdown } from '@/lib/use-countdown'
import { useHydrated } from '@/lib/use-hydrated'
import type { Door, Proof } from '../api'
import { useSuggestedPasskeys } from '../use-door'

type Props = {
  door: Door
  error: Error | null
  isPending: boolean
  onProof: (proof: Proof) => void
  onPasskey: (remember: boolean) => void
}

/** E-mail and password, or a passkey. What was typed stays when it is refused. */
export function SigninForm({ door, error, isPending, onProof, onPasskey }: Props) {
  const t = useTranslations('signin')
  const [values, setValues] = useState({ email: '', password: '', remember: false })
  const isLimited = error instanceof ApiError && error.code === 'rate_limited'
  const wait = useCountdown(isLimited ? error.retryAt : 0)
  useSuggestedPasskeys(door, values.remember, onProof)

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onProof({ ...values, email: values.email.trim() })
      }}
    >
      {error && (!isLimited || wait > 0) && <Refusal error={error} wait={wait} />}
      <EmailField value={values.email} onChange={(email) => setValues({ ...values, email })} />
      <SecretField
        label={t('password')}
        isRequired
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
      />
      {!door.isShort && (
        <Checkbox
          className="text-sm"
          isSelected={values.remember}
          onChange={(remember) => setValues({ ...values, remember })}
        >
          {t('remember')}
        </Checkbox>
      )}
      <Button type="submit" look="primary" size="lg" isPending={isPending} isDisabled={wait > 0}>
        {t('submit')}
      </Button>
      <PasskeyButton onPress={() => onPasskey(values.remember)} />
      <Forgot />
    </form>
  )
}

function EmailField({ value, onChange }: { value: string; onChange: (email: string) => void }) {
  const t = useTranslations('signin')
  return (
    <TextField
      label={t('email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username webauthn"
      autoFocus
      isRequired
      value={value}
      onChange={onChange}
    />
  )
}

function Forgot() {
  const t = useTranslations('signin')
  return (
    <AppLink
      to="forgotPassword"
      params={{}}
      className="inline-flex min-h-10 items-center self-start text-sm font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      {t('forgot')}
    </AppLink>
  )
}

function PasskeyButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('security')
  const isHydrated = useHydrated()
  if (!isHydrated || !canUsePasskeys()) return null
  return (
    <Button size="lg" onPress={onPress}>
      <KeyRound aria-hidden className="size-4" />
      {t('usePasskey')}
    </Button>
  )
}

/** Why the door stays closed; with a countdown when it is for a while. */
export function Refusal({ error, wait = 0 }: { error: Error; wait?: number }) {
  const t = useTranslations('signin')
  const errorText = useErrorText()
  const code = error instanceof ApiError ? error.code : ''
  const ours = {
    invalid_credentials: t('wrong'),
    code_wrong: t('codeWrong'),
    step_expired: t('stepExpired'),
    no_access_here: t('noAccess'),
    no_account: t('noAccount'),
  }[code]
  return <Notice tone="bad">{wait > 0 ? t('tooMany', { count: wait }) : (ours ?? errorText(error))}</Notice>
}
