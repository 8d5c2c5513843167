import { createContext, useContext } from 'react'
import type { Translate } from '../i18n'
import type { PayKey } from '../messages/pay'
import { sumOf, type Sum } from './amount'
import type { Desk, State } from './desk'
import type { PayLanguage } from './language'
import type { PayLink } from './types'

export type PayUi = {
  desk: Desk
  state: State
  link: PayLink
  sum: Sum
  language: PayLanguage
  locale: string
  t: Translate<PayKey>
  money: (minor: number) => string
}

const PayContext = createContext<PayUi | null>(null)

export const PayProvider = PayContext.Provider

export function usePay(): PayUi {
  const ui = useContext(PayContext)
  if (!ui) throw new Error('The payment page is used outside its provider.')
  return ui
}

export const sumNow = ({ link, choice }: State): Sum => sumOf(link, choice)
