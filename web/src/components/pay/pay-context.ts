'use client'
import { createContext, use } from 'react'
import type { Attempts } from './attempts'
import type { Sums } from './model'
import type { PayHost, Taking } from './types'

export type PayDesk = {
  host: PayHost
  taking: Taking
  sums: Sums
  change: (some: Partial<Taking>) => void
  attempts: Attempts
  /** Something is under way: nothing may be changed now. */
  isBusy: boolean
  isLarge: boolean
}

export const PayContext = createContext<PayDesk | null>(null)

/** The payment that is being taken. */
export function usePay(): PayDesk {
  const desk = use(PayContext)
  if (!desk) throw new Error('Only inside a payment window.')
  return desk
}
