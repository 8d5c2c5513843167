'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Form, ToggleButton } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useCountdown } from '@/lib/use-countdown'

type Values = { email: string; password: string }
type Props = { error: Error | null; onSubmit: (values: Values, settled: () => void) => void }

export function SigninForm({ error, onSubmit }: Props) {
  const t = useTranslations('signin')
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  const [isPending, setPending] = useState(false)
  const isLimited = error instanceof ApiError && error.code === 'rate_limited'
  const wait = useCountdown(isLimited ? error.retryAt : 0)

  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        onSubmit({ ...values, email: values.email.trim() }, () => setPending(false))
      }}
    >
      {error && (!isLimited || wait > 0) && <Refusal error={error} wait={wait} />}
      <TextField
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        isRequired
        validationBehavior="native"
        value={values.email}
        onChange={(email) => setValues({ ...values, email })}
      />
      <PasswordField value={values.password} onChange={(password) => setValues({ ...values, password })} />
      <Button type="submit" look="primary" size="lg" isPending={isPending} isDisabled={wait > 0}>
        {t('submit')}
      </Button>
    </Form>
  )
}

function Refusal({ error, wait }: { error: Error; wait: number }) {
  const t = useTranslations('signin')
  const errorText = useErrorText()
  const isWrong = error instanceof ApiError && error.code === 'invalid_credentials'
  const reason = isWrong ? t('wrong') : errorText(error)
  return <Notice tone="bad">{wait > 0 ? t('tooMany', { count: wait }) : reason}</Notice>
}

function PasswordField({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const t = useTranslations('signin')
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        label={t('password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        isRequired
        validationBehavior="native"
        value={value}
        onChange={onChange}
      />
      <ToggleButton
        aria-label={t('showPassword')}
        isSelected={isShown}
        onChange={setShown}
        className="absolute top-[27px] right-0 grid size-11 place-items-center rounded-md text-faint hover:text-ink"
      >
        {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </ToggleButton>
    </div>
  )
}
