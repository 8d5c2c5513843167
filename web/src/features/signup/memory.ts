import type { SignupState } from '@/api/models'

/** What the browser keeps of a sign-up until it is done; never the password. */
export type Memory = {
  token: string
  person: { email: string; first_name: string; last_name: string; company_name: string }
  resendAt: number
  slug: string
  country: string
  currency: string
  time_zone: string
  type: string
}

export type Step = 'account' | 'code' | 'domain' | 'business' | 'terms' | 'making'
export const steps: Step[] = ['account', 'code', 'domain', 'business', 'terms']

const key = 'outfitter.signup'

export const emptyMemory: Memory = {
  token: '',
  person: { email: '', first_name: '', last_name: '', company_name: '' },
  resendAt: 0,
  slug: '',
  country: '',
  currency: '',
  time_zone: '',
  type: 'tours',
}

export function recall(): Memory {
  try {
    return { ...emptyMemory, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Memory>) }
  } catch {
    return emptyMemory
  }
}

export function remember(memory: Memory) {
  sessionStorage.setItem(key, JSON.stringify(memory))
}

export function forget() {
  sessionStorage.removeItem(key)
}

const making: SignupState[] = ['provisioning', 'ready', 'consumed']
const confirmed: SignupState[] = ['email_confirmed', 'domain_ok', 'failed']

/**
 * The step to show: what the server says of the sign-up decides up to the confirmed address, the
 * reader's own progress after that. Without a password (after a reload) the terms have to wait.
 */
export function stepOf(state: SignupState, wanted: Step, hasPassword: boolean): Step {
  if (making.includes(state)) return 'making'
  if (!confirmed.includes(state)) return state === 'email_pending' && wanted !== 'account' ? 'code' : 'account'
  if (wanted === 'terms') return hasPassword ? 'terms' : 'business'
  return wanted === 'business' ? 'business' : 'domain'
}

/** A subdomain out of a company's name: "Äther Tours & Co." is "aether-tours-co". */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}

const refKey = 'outfitter.ref'

/** The code of whoever recommended the product: from the address, kept for this tab. */
export function cameBy(): string {
  const code = new URLSearchParams(location.search).get('ref') ?? ''
  if (/^[A-Za-z0-9]{1,24}$/.test(code)) sessionStorage.setItem(refKey, code)
  return sessionStorage.getItem(refKey) ?? ''
}
