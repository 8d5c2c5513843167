export const tabs = ['account', 'rules', 'giftCards', 'readers'] as const
export type PaymentsTab = (typeof tabs)[number]

export const tabOf = (tab: string | undefined): PaymentsTab => tabs.find((one) => one === tab) ?? 'account'

/** What a tab asks of the role: the bank account is the owner's. */
export const permissions: Record<PaymentsTab, readonly string[]> = {
  account: ['setup.bank', 'setup.plugins', 'setup.general'],
  rules: ['setup.general'],
  giftCards: ['setup.general'],
  readers: ['setup.general'],
}

export const suggestionCnt = 3

/** The suggestions of tips as fields: what is not there is empty. */
export const suggestionFields = (stored: readonly number[]): (number | null)[] =>
  Array.from({ length: Math.max(suggestionCnt, stored.length) }, (_, index) => stored[index] ?? null)

/** Fields as suggestions: empty ones fall out, the smallest comes first, none twice. */
export const suggestionsOf = (fields: readonly (number | null)[]): number[] =>
  [...new Set(fields.filter((ppm): ppm is number => ppm !== null && ppm > 0))].sort((a, b) => a - b)

const asked = ['bank', 'identity', 'business', 'terms', 'address', 'contact', 'document', 'other'] as const
export type Asked = (typeof asked)[number]

const kinds: [RegExp, Asked][] = [
  [/external_account|bank/, 'bank'],
  [/tos_acceptance/, 'terms'],
  [/verification|document/, 'document'],
  [/address/, 'address'],
  [/\.(email|phone)$/, 'contact'],
  [/dob|first_name|last_name|id_number|ssn|representative|owners|directors|executives|individual|person/, 'identity'],
  [/business|company|mcc|url|product_description|settings/, 'business'],
]

/** What the payment service still asks for, as things people know: its own names are dozens. */
export function askedFor(requirements: readonly string[]): Asked[] {
  const found = new Set(requirements.map((name) => kinds.find(([known]) => known.test(name))?.[1] ?? 'other'))
  return asked.filter((one) => found.has(one))
}

export type Health = 'ready' | 'no_payouts' | 'pending' | 'missing' | 'blocked'

/** How an account stands: the worst thing that is true of it. */
export function healthOf(account: {
  is_charges_enabled: boolean
  is_payouts_enabled: boolean
  requirements_due: readonly string[]
  requirements_past_due: readonly string[]
  requirements_pending: readonly string[]
}): Health {
  const isMissing = account.requirements_due.length + account.requirements_past_due.length > 0
  if (account.is_charges_enabled && account.is_payouts_enabled) return isMissing ? 'missing' : 'ready'
  if (account.requirements_past_due.length > 0) return 'blocked'
  if (isMissing) return 'missing'
  if (account.requirements_pending.length > 0) return 'pending'
  return account.is_charges_enabled ? 'no_payouts' : 'blocked'
}

/** What a picture is called until somebody names it: its file's name, as words. */
export const nameOfFile = (file: string) =>
  file
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 80) || '1'

/** How cash may be rounded: as the currency's coins are, not at all, or to so many minor units. */
export const cashSteps = ['default', 'off', '5', '10', '20', '50', '100', '500', '1000'] as const
export type CashStep = (typeof cashSteps)[number]
