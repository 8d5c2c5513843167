import type { Policy, Surcharge, SurchargeIn } from '@/api/models'

export const tabs = [
  'business',
  'brand',
  'selling',
  'taxes',
  'fees',
  'cancellation',
  'statuses',
  'sources',
  'flags',
  'locations',
] as const
export type GeneralTab = (typeof tabs)[number]

export const tabOf = (tab: string | undefined): GeneralTab => tabs.find((one) => one === tab) ?? 'business'

const SIMPLE = /<(?!\/?(?:p|br)\b)[a-z!/]/i

/** Terms as people type them; null when they have headings, lists or links, which stay HTML. */
export function textOfTerms(html: string): string | null {
  if (SIMPLE.test(html)) return null
  const text = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*/gi, '\n\n')
    .replace(/<p[^>]*>/gi, '')
  return unescape(text).trim()
}

/** Typed text as HTML: an empty line begins a paragraph. */
export function termsOfText(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${escape(part).replace(/\n/g, '<br>')}</p>`)
    .join('')
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const unescape = (text: string) =>
  text
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

export type Charge = Required<Omit<SurchargeIn, 'id' | 'version'>> & { id?: number; version?: number }

const emptyCharge: Charge = {
  name: '',
  calc: 'percent',
  rate_ppm: 0,
  amount: 0,
  per: 'booking',
  mode: 'exclusive',
  applies_to: ['tickets', 'addons', 'products'],
  experience_ids: [],
  methods: [],
  reseller_ids: [],
  is_compound: false,
  is_taxable: false,
  is_commissionable: false,
  is_refundable: true,
  is_exempt_for_tax_toggle: true,
  is_waived_on_comp: true,
  valid_from: null,
  valid_to: null,
  tax_code: '',
}

/** A tax or fee to edit. What the server counts is not part of it. */
export function chargeOf(row?: Surcharge): Charge {
  if (!row) return emptyCharge
  const names = ['id', 'version', ...Object.keys(emptyCharge)] as (keyof Charge)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Charge
}

/** What is sent of a charge: what its way of counting does not use is left at nothing. */
export function chargeBody(charge: Charge): Charge {
  const isPercent = charge.calc === 'percent'
  const clean = {
    ...charge,
    rate_ppm: isPercent ? (charge.rate_ppm ?? 0) : 0,
    amount: isPercent ? 0 : (charge.amount ?? 0),
    mode: isPercent ? charge.mode : ('exclusive' as const),
  }
  return clean.mode === 'inclusive' ? { ...clean, is_compound: false } : clean
}

/** Whether an unsaved charge says enough to be computed. */
export const isCountable = (charge: Charge) =>
  charge.applies_to.length > 0 && (charge.calc === 'percent' ? !!charge.rate_ppm : !!charge.amount)

export type Tier = { hours_before: number | null; refund_ppm: number | null; fee_amount: number | null }

/** The steps of a policy in the order of time, the last one open to the start: what comes back between when and when. */
export function timeline(tiers: readonly Tier[]) {
  const known = tiers
    .filter((tier) => tier.hours_before !== null)
    .map((tier) => ({
      from: tier.hours_before ?? 0,
      refund_ppm: tier.refund_ppm ?? 0,
      fee_amount: tier.fee_amount ?? 0,
    }))
    .sort((a, b) => b.from - a.from)
  const last = known.at(-1)
  return last && last.from === 0 ? known : [...known, { from: 0, refund_ppm: 0, fee_amount: 0 }]
}

/** Hours as people say them: whole days from two days on. */
export const inDays = (hours: number) => hours >= 48 && hours % 24 === 0

export type PolicyDraft = {
  id?: number
  version?: number
  name: string
  tiers: Tier[]
  noshow_refund_ppm: number | null
  weather_refund_ppm: number | null
  is_weather_credit_allowed: boolean
  self_cancel_until_hours: number | null
  self_rebook_until_hours: number | null
  is_default: boolean
  experience_ids: number[]
}

export const policyDraft = (row?: Policy): PolicyDraft =>
  row ?? {
    name: '',
    tiers: [
      { hours_before: 48, refund_ppm: 1_000_000, fee_amount: 0 },
      { hours_before: 24, refund_ppm: 500_000, fee_amount: 0 },
    ],
    noshow_refund_ppm: 0,
    weather_refund_ppm: 1_000_000,
    is_weather_credit_allowed: true,
    self_cancel_until_hours: null,
    self_rebook_until_hours: null,
    is_default: false,
    experience_ids: [],
  }
