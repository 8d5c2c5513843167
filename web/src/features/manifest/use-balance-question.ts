'use client'
import { useState } from 'react'
import { useSession } from '@/lib/session'
import { useSteady } from '@/lib/use-steady'
import { owingOf, type Owing } from './model'
import type { Day } from './types'
import type { Deed } from './use-check-in'

export type BalanceQuestion = { deed: Deed; owing: Owing[] }

/**
 * Ask before guests of a trip that still owes are checked in, unless the operator would rather not be asked.
 *
 * Once for each order: when somebody of it is here, the question was answered.
 */
export function useBalanceQuestion(day: Day, change: (deed: Deed) => void) {
  const isAsked = useSession()?.properties.is_skip_balance_due_popup === false
  const [question, ask] = useState<BalanceQuestion | null>(null)
  const onChange = useSteady((deed: Deed) => {
    const owing = isAsked ? owingOf(day, deed.changes) : []
    if (owing.length > 0) ask({ deed, owing })
    else change(deed)
  })
  const close = () => ask(null)
  const confirm = () => {
    if (question) change(question.deed)
    close()
  }
  return { onChange, question, close, confirm }
}
