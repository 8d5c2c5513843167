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
  const errorText = useErrorText()
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  const [isPending, setPending] = useState(false)
  const [isShown, setShown] = useState(false)
  const api = error instanceof ApiError ? error : null
  const wait = useCountdown(api?.code === 'rate_limited' ? api.retryAt : 0)

  const message = () => {
    if (wait > 0) return t('tooMany', { count: wait })
    if (api?.code === 'invalid_credentials') return t('wrong')
    return errorText(error)
  }
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        onSubmit({ ...values, email: values.email.trim() }, () => setPending(false))
      }}
    >
      {error && (api?.code !== 'rate_limited' || wait > 0) && <Notice tone="bad">{message()}</Notice>}
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
      <div className="relative">
        <TextField
          label={t('password')}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          isRequired
          validationBehavior="native"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
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
      <Button type="submit" look="primary" size="lg" isPending={isPending} isDisabled={wait > 0}>
        {t('submit')}
      </Button>
    </Form>
  )
}
