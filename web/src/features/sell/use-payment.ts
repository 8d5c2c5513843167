'use client'
import { useState } from 'react'
import type { DirectPay, PayMethod } from './closing'
import { changeOf } from './model'

type Options = {
  /** What is still to be paid, in minor units. */
  due: number
  start: PayMethod
}

/** How money changes hands: what is asked for, what is handed over, what goes back. */
export function usePayment({ due, start }: Options) {
  const [method, setMethod] = useState<PayMethod>(start)
  const [asked, setAsked] = useState<number | null>(null)
  const [tip, setTip] = useState(0)
  const [given, setGiven] = useState<number | null>(null)
  const [reference, setReference] = useState('')
  const amount = Math.min(asked ?? due, due)
  const total = amount + tip
  const tendered = method === 'cash' ? given : null
  const pay: DirectPay = { method, amount, tip_amount: tip, reference: reference.trim(), tendered }
  return {
    due,
    total,
    given,
    change: changeOf(tendered, total),
    pay,
    /** Nobody books with less cash in the hand than is asked for; an empty field means exactly that much. */
    isEnough: total >= 0 && (method !== 'cash' || given === null || given >= total),
    setMethod,
    setAsked,
    setTip,
    setGiven,
    setReference,
  }
}

export type Payment = ReturnType<typeof usePayment>
