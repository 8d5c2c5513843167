'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { askPasskey, canUsePasskeys, type Json } from '@/lib/passkeys'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { useErrorText } from '../ui/states'
import { confirmIdentity, confirmOptions, securityQuery, type Proof } from './api'
import { SecretField } from './secret-field'

type Props = { onConfirmed: () => void; onClose: () => void }

async function provePasskey() {
  const { publicKey } = await confirmOptions()
  const credential = await askPasskey(publicKey as Json)
  return credential && confirmIdentity({ credential })
}

/** "Is it you?" before secrets change: by password, code or passkey. */
export function ConfirmDialog({ onConfirmed, onClose }: Props) {
  const t = useTranslations('security')
  const { data } = useQuery(securityQuery)
  const [wantsCode, setWantsCode] = useState(false)
  const [value, setValue] = useState('')
  const prove = useMutation({ mutationFn: (proof: Proof) => confirmIdentity(proof), onSuccess: onConfirmed })
  const passkey = useMutation({ mutationFn: provePasskey, onSuccess: (found) => found && onConfirmed() })
  const methods = data?.confirm_methods ?? []
  return (
    <Dialog title={t('confirmTitle')} isOpen onClose={onClose} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          prove.mutate(wantsCode ? { otp: value } : { password: value })
        }}
      >
        <p className="text-soft">{t('confirmText')}</p>
        <Refusal error={prove.error ?? passkey.error} />
        <ProofField email={data?.email ?? ''} wantsCode={wantsCode} value={value} onChange={setValue} />
        <Button type="submit" look="primary" isPending={prove.isPending} isDisabled={!value}>
          {t('confirm')}
        </Button>
        {methods.includes('passkey') && <PasskeyButton {...passkey} />}
        {methods.includes('totp') && (
          <Button
            look="quiet"
            onPress={() => {
              setValue('')
              setWantsCode(!wantsCode)
            }}
          >
            {wantsCode ? t('usePassword') : t('useCode')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

function PasskeyButton({ mutate, isPending }: { mutate: () => void; isPending: boolean }) {
  const t = useTranslations('security')
  if (!canUsePasskeys()) return null
  return (
    <Button onPress={() => mutate()} isPending={isPending}>
      <KeyRound aria-hidden className="size-4" />
      {t('usePasskey')}
    </Button>
  )
}

type ProofProps = { email: string; wantsCode: boolean; value: string; onChange: (value: string) => void }

function ProofField({ email, wantsCode, value, onChange }: ProofProps) {
  const t = useTranslations('security')
  if (wantsCode)
    return (
      <TextField
        label={t('code')}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={onChange}
      />
    )
  return (
    <>
      {/* Password managers look for whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <SecretField autoFocus value={value} onChange={onChange} />
    </>
  )
}

function Refusal({ error }: { error: Error | null }) {
  const t = useTranslations('security')
  const errorText = useErrorText()
  if (!error) return null
  const isWrong = error instanceof ApiError && ['invalid_credentials', 'code_wrong'].includes(error.code)
  return <Notice tone="bad">{isWrong ? t('confirmWrong') : errorText(error)}</Notice>
}
