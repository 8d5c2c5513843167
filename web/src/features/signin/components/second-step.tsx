'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/code-field'
import { TextField } from '@/components/ui/field'
import { canUsePasskeys } from '@/lib/passkeys'
import { useCountdown } from '@/lib/use-countdown'
import { Refusal } from './signin-form'

type Props = {
  methods: string[]
  error: Error | null
  isPending: boolean
  onCode: (code: string, onWrong: () => void) => void
  onPasskey: () => void
  onBack: () => void
}

/** The second step: a code of the app, a passkey, or one of the recovery codes. */
export function SecondStep({ methods, error, isPending, onCode, onPasskey, onBack }: Props) {
  const t = useTranslations('signin')
  const hasApp = methods.includes('totp')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const [isRecovery, setRecovery] = useState(!hasApp && !hasPasskey)
  const wait = useCountdown(error instanceof ApiError && error.code === 'rate_limited' ? error.retryAt : 0)
  const asksCode = hasApp && !isRecovery
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-2xl font-semibold">{t('stepTitle')}</h1>
        <p className="mt-1 text-soft">{isRecovery ? t('recoveryText') : hasApp ? t('appText') : t('passkeyText')}</p>
      </div>
      {error && <Refusal error={error} wait={wait} />}
      {(asksCode || isRecovery) && (
        <CodeForm key={String(isRecovery)} isRecovery={isRecovery} isPending={isPending || wait > 0} onCode={onCode} />
      )}
      {hasPasskey && !isRecovery && <PasskeyStep isMain={!hasApp} onPress={onPasskey} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onPress={onBack}>
          {t('startOver')}
        </Button>
        {(hasApp || hasPasskey) && (
          <Button look="quiet" onPress={() => setRecovery(!isRecovery)}>
            {isRecovery ? t('otherWay') : t('useRecovery')}
          </Button>
        )}
      </div>
    </div>
  )
}

function PasskeyStep({ isMain, onPress }: { isMain: boolean; onPress: () => void }) {
  const t = useTranslations('security')
  return (
    <Button size="lg" look={isMain ? 'primary' : 'secondary'} onPress={onPress}>
      <KeyRound aria-hidden className="size-4" />
      {t('usePasskey')}
    </Button>
  )
}

type FormProps = Pick<Props, 'isPending' | 'onCode'> & { isRecovery: boolean }

function CodeForm({ isRecovery, isPending, onCode }: FormProps) {
  const t = useTranslations('signin')
  const [code, setCode] = useState('')
  const send = (text: string) => onCode(text, () => setCode(''))
  const change = (text: string) => {
    setCode(text)
    if (text.length === 6 && !isRecovery) send(text)
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
    >
      {isRecovery ? (
        <TextField label={t('recoveryCode')} autoFocus autoComplete="off" value={code} onChange={setCode} />
      ) : (
        <CodeField label={t('code')} length={6} value={code} isBusy={isPending} onChange={change} />
      )}
      <Button type="submit" look="primary" size="lg" isPending={isPending} isDisabled={code.length < 6}>
        {t('submit')}
      </Button>
    </form>
  )
}
