import { createContext, useContext } from 'react'
import type { Translate } from '../i18n'
import type { SignKey } from '../messages/sign'
import type { SignLanguage } from './language'
import type { Draft, Problems } from './model'
import type { Portal, Template } from './types'

export type SignUi = {
  t: Translate<SignKey>
  language: SignLanguage
  portal: Portal
  hash: string | null
  draft: Draft
  problems: Problems
  templates: Template[]
  change: (part: Partial<Draft>) => void
}

const SignContext = createContext<SignUi | null>(null)

export const SignProvider = SignContext.Provider

export function useSign(): SignUi {
  const ui = useContext(SignContext)
  if (!ui) throw new Error('The signing page is used outside its provider.')
  return ui
}
