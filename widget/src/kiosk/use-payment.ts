import { useEffect, useState } from 'react'
import { ApiError } from '../api'
import type { KioskKey } from '../messages/kiosk'
import { problemOf } from './problem'
import { balanceOf, partyOf, pay } from './server'
import type { Party, PaymentCode } from './types'

const ASK_MS = 2000

export type Payment = { code: PaymentCode | null; due: number; problem: KioskKey | null }

/** The code by which a party pays on its phone, and what is left; `onPaid` hears of the party as it stands then. */
export function usePayment(token: string, party: Party, onPaid: (party: Party) => void): Payment {
  const [code, setCode] = useState<PaymentCode | null>(null)
  const [due, setDue] = useState(party.due_amount)
  const [problem, setProblem] = useState<KioskKey | null>(null)
  const key = party.key!
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    let own: PaymentCode | null = null
    let tag = ''
    const paid = (by: string): Promise<void> => partyOf(token, by).then((fresh) => void (isCurrent && onPaid(fresh)))
    const ask = async (): Promise<boolean> => {
      if (!own) {
        own = await pay(token, key)
        if (isCurrent) setCode(own)
        return true
      }
      const found = await balanceOf(token, own.key, tag)
      if (!found) return true
      if (found.balance.due_amount === 0) return paid(own.key).then(() => false)
      tag = found.tag
      if (isCurrent) setDue(found.balance.due_amount)
      return true
    }
    const go = (): void => {
      ask()
        // Paid in the meantime, before there was a code.
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'nothing_due') return paid(key).then(() => false)
          throw error
        })
        .then(
          (goesOn) => {
            if (isCurrent) setProblem(null)
            return goesOn
          },
          (error: unknown) => {
            if (isCurrent) setProblem(problemOf(error))
            // What was refused for good is not asked again; a lost connection comes back.
            return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
          },
        )
        .then((goesOn) => void (isCurrent && goesOn && (timer = setTimeout(go, ASK_MS))))
    }
    go()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [token, key, onPaid])
  return { code, due, problem }
}
