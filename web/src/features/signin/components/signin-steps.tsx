'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer, Door } from '../api'
import { useDoor } from '../use-door'
import { SecondStep } from './second-step'
import { SigninForm } from './signin-form'

type Props<T extends Answer> = {
  door: Door<T>
  onEntered: (answer: T) => void
  /** The first step was taken elsewhere; its answer asks for the second. */
  begin?: Answer | null
  notice?: ReactNode
  text?: ReactNode
  below?: ReactNode
}

/** Both steps of a door: who one is, then the second factor when there is one. */
export function SigninSteps<T extends Answer>({ door, onEntered, begin, notice, text, below }: Props<T>) {
  const t = useTranslations('signin')
  const { knock, passkey, step, startOver } = useDoor(door, onEntered, begin)
  if (step)
    return (
      <SecondStep
        methods={step.methods}
        error={passkey.error ?? knock.error}
        isPending={knock.isPending || knock.isSuccess}
        onCode={(otp, onWrong) => knock.mutate({ step_token: step.token, otp }, { onError: onWrong })}
        onPasskey={() => passkey.mutate(step.remember)}
        onBack={startOver}
      />
    )
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        {text && <p className="mt-1 text-soft">{text}</p>}
      </div>
      {notice}
      <SigninForm
        door={door}
        error={passkey.error ?? knock.error}
        isPending={knock.isPending || (knock.isSuccess && !step)}
        onProof={(proof) => knock.mutate(proof)}
        onPasskey={(remember) => passkey.mutate(remember)}
      />
      {below}
    </>
  )
}
