'use client'
import { createContext, use, useState, type ReactNode } from 'react'
import { ApiError } from '@/api/client'
import { ConfirmDialog } from './confirm-dialog'

type Deed<T> = () => Promise<T>
type Confirmed = <T>(deed: Deed<T>) => Promise<T>
type Question = { go: () => void; stop: () => void }

const Context = createContext<Confirmed>((deed) => deed())

/** Runs a deed; where the server wants a fresh proof of who asks, that is asked for and the deed repeated. */
export const useConfirmed = () => use(Context)

const wantsProof = (error: unknown) => error instanceof ApiError && error.code === 'confirmation_required'

export function ConfirmedProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const confirmed: Confirmed = async (deed) => {
    try {
      return await deed()
    } catch (error) {
      if (!wantsProof(error)) throw error
      await new Promise<void>((go, refuse) => setQuestion({ go, stop: () => refuse(error as Error) }))
      return deed()
    }
  }
  const close = (answer: keyof Question) => {
    question?.[answer]()
    setQuestion(null)
  }
  return (
    <Context value={confirmed}>
      {children}
      {question && <ConfirmDialog onConfirmed={() => close('go')} onClose={() => close('stop')} />}
    </Context>
  )
}
