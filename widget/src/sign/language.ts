/** The languages the signing page speaks: those of messages to guests, and Arabic. */
import { LANGUAGES as MESSAGES, rememberLanguage as remember, type PayLanguage } from '../pay/language'
import { readCookie } from '../query'

export const LANGUAGES = [...MESSAGES, ['ar', 'العربية']] as const

export type SignLanguage = PayLanguage | 'ar'

export const matchLanguage = (tag: string | null | undefined): SignLanguage | null =>
  LANGUAGES.map(([code]) => code).find((code) => code === tag?.split('-')[0]?.toLowerCase()) ?? null

/** The address decides (/de/waiverPortal), then what was chosen before, then the browser, then English. */
export function chooseLanguage(path: string, fromBrowser: readonly string[]): SignLanguage {
  for (const tag of [path.split('/')[1], readCookie('outfitter_pay_language'), ...fromBrowser]) {
    const found = matchLanguage(tag)
    if (found) return found
  }
  return 'en'
}

export const rememberLanguage = (language: SignLanguage): void => remember(language as PayLanguage)

export const directionOf = (language: SignLanguage): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** The fingerprint of a printed waiver, out of /waiver/FINGERPRINT. */
export const proofOf = (path: string): string | null => /\/waiver\/([0-9a-f]{64})/.exec(path)?.[1] ?? null

/** The trip's hash, out of /waiverPortal/HASH or /de/waiverPortal/HASH; null for whoever walks up. */
export const hashOf = (path: string): string | null => /\/waiverPortal\/([0-9A-Za-z]+)/.exec(path)?.[1] ?? null
