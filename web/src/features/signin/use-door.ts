'use client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { askPasskey, canSuggestPasskeys } from '@/lib/passkeys'
import type { Answer, Door, Proof } from './api'

type Step = { token: string; methods: string[]; remember: boolean }

function stepOf(answer: Answer | null | undefined, remember: boolean): Step | null {
  if (answer?.next !== 'second_factor' || !answer.step_token) return null
  return { token: answer.step_token, methods: answer.methods, remember }
}

/** The way through a door: a proof, the second step where one is asked for, and what comes then. */
export function useDoor<T extends Answer>(door: Door<T>, onEntered: (answer: T) => void, begin?: Answer | null) {
  const [step, setStep] = useState(() => stepOf(begin, false))
  const knock = useMutation({
    mutationFn: (proof: Proof) => door.enter(proof),
    onSuccess: (answer, proof) => {
      const missing = stepOf(answer, 'remember' in proof && proof.remember)
      if (!missing) return onEntered(answer)
      knock.reset()
      setStep(missing)
    },
  })
  const passkey = useMutation({
    mutationFn: async (remember: boolean) => {
      const credential = await askPasskey((await door.passkeyOptions()).publicKey)
      if (credential) onEntered(await door.enter({ credential, remember }))
    },
  })
  const startOver = () => {
    knock.reset()
    passkey.reset()
    setStep(null)
  }
  return { knock, passkey, step, startOver }
}

/** Offers the passkeys this browser has inside the e-mail field, until one is used or the form is left. */
export function useSuggestedPasskeys(door: Door, remember: boolean, onProof: (proof: Proof) => void) {
  const hand = useEffectEvent((credential: Record<string, unknown>) => onProof({ credential, remember }))
  useEffect(() => {
    const leaving = new AbortController()
    const suggest = async () => {
      if (!(await canSuggestPasskeys()) || leaving.signal.aborted) return
      const { publicKey } = await door.passkeyOptions()
      const credential = await askPasskey(publicKey, leaving)
      if (credential && !leaving.signal.aborted) hand(credential)
    }
    // A convenience: where it does not work, the form below it does.
    void suggest().catch(() => undefined)
    return () => leaving.abort()
  }, [door])
}
