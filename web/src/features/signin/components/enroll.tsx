'use client'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { addPasskey } from '@/components/security/api'
import { ConfirmedProvider, useConfirmed } from '@/components/security/confirmed'
import { RecoveryCodes } from '@/components/security/recovery-codes'
import { TotpSetup } from '@/components/security/totp-setup'
import { Button } from '@/components/ui/button'
import { canUsePasskeys } from '@/lib/passkeys'
import { useSignOut } from '@/lib/sign-out'
import { Refusal } from './signin-form'

/** The operator asks for a second step and this person has none: it is set up before anything else. */
export function Enroll({ onDone, onSignOut }: { onDone: () => void; onSignOut?: () => void }) {
  const t = useTranslations('signin')
  const signOut = useSignOut()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isApp, setApp] = useState(false)
  const finish = (found: string[] | null) => (found ? setCodes(found) : onDone())
  return (
    <ConfirmedProvider>
      <div>
        <h1 className="text-2xl font-semibold">{codes ? t('recoveryTitle') : t('enrollTitle')}</h1>
        {!codes && <p className="mt-1 text-pretty text-soft">{t('enrollText')}</p>}
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <>
          {isApp ? <TotpSetup onDone={finish} /> : <Choices onApp={() => setApp(true)} onDone={finish} />}
          <div className="flex justify-between">
            <Button look="quiet" onPress={onSignOut ?? (() => void signOut())}>
              {t('signOut')}
            </Button>
            {isApp && (
              <Button look="quiet" onPress={() => setApp(false)}>
                {t('otherWay')}
              </Button>
            )}
          </div>
        </>
      )}
    </ConfirmedProvider>
  )
}

type ChoicesProps = { onApp: () => void; onDone: (codes: string[] | null) => void }

function Choices({ onApp, onDone }: ChoicesProps) {
  const t = useTranslations('security')
  const confirmed = useConfirmed()
  const add = useMutation({
    mutationFn: () => confirmed(() => addPasskey(t('passkey'))),
    onSuccess: (found) => found && onDone(found.recovery_codes),
  })
  return (
    <div className="flex flex-col gap-3">
      {add.error && <Refusal error={add.error} />}
      {canUsePasskeys() && (
        <Choice icon={<KeyRound />} title={t('passkey')} text={t('passkeyText')} onPress={() => add.mutate()} />
      )}
      <Choice icon={<Smartphone />} title={t('totp')} text={t('totpText')} onPress={onApp} />
    </div>
  )
}

type ChoiceProps = { icon: ReactNode; title: string; text: string; onPress: () => void }

function Choice({ icon, title, text, onPress }: ChoiceProps) {
  return (
    <button
      onClick={onPress}
      className="flex items-start gap-4 rounded-xl border border-line-strong bg-surface p-4 text-start hover:bg-sunken"
    >
      <span aria-hidden className="mt-0.5 text-accent [&>svg]:size-5">
        {icon}
      </span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-pretty text-soft">{text}</span>
      </span>
    </button>
  )
}
