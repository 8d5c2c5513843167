import * as z from 'zod/mini'
import type { Reseller, ResellerSettingsIn } from '@/api/models'
import * as rules from '@/lib/rules'
import {
  allowances,
  collectTypes,
  paymentMethods,
  rateOf,
  recipients,
  remittanceMethods,
  roundings,
  termWayOf,
  types,
  wayOf,
  ways,
  type Rate,
} from './model'

const ppm = z.nullable(z.number())
const amount = z.nullable(z.number())
const email = z.union([z.literal(''), z.pipe(z.string().check(z.trim()), z.email('email'))])

const rate = { commission_ppm: ppm, commission_amount: amount, wholesale_ppm: ppm }

/** Whoever chooses a way has to say how much. */
const isTold = (way: string, field: keyof Rate) =>
  z.refine((row: unknown) => (row as { way: string }).way !== way || (row as Rate)[field] !== null, {
    path: [field],
    message: 'required',
  })
const told = [
  isTold('share', 'commission_ppm'),
  isTold('amount', 'commission_amount'),
  isTold('wholesale', 'wholesale_ppm'),
] as const

export const newSchema = z.object({
  name: rules.name(120),
  reseller_type: z.enum(types),
  collect_type: z.enum(collectTypes),
  payment_method: z.enum(paymentMethods),
  commission_ppm: ppm,
})
export type NewValues = z.infer<typeof newSchema>
/** What most local partners agree on: they send guests, we take the money and pay the commission. */
export const blank: NewValues = {
  name: '',
  reseller_type: 'travel_agent',
  collect_type: 'operator_collects',
  payment_method: 'invoice_manual',
  commission_ppm: null,
}

export const generalSchema = z.object({
  name: rules.name(120),
  reseller_type: z.enum(types),
  collect_type: z.enum(collectTypes),
  payment_method: z.enum(paymentMethods),
  address: rules.trimmed(1000),
  tax_id: rules.trimmed(60),
  contacts: z.array(z.object({ name: rules.name(160), email, phone: rules.trimmed(32), is_accounting: z.boolean() })),
  is_voucher_required: z.boolean(),
  is_agent_required: z.boolean(),
  allow: z.array(z.enum(allowances)),
  promo_link_code: rules.trimmed(32),
  /** 0: as each experience has them. */
  restriction_id: z.number(),
})
export type GeneralValues = z.infer<typeof generalSchema>

export function generalOf(reseller: Reseller): GeneralValues {
  const { name, reseller_type, collect_type, payment_method, address, tax_id, contacts } = reseller
  return {
    ...{ name, reseller_type, collect_type, payment_method, address, tax_id },
    contacts: contacts.map((one) => ({ ...one, email: one.email ?? '', phone: one.phone ?? '' })),
    is_voucher_required: reseller.is_voucher_required,
    is_agent_required: reseller.is_agent_required,
    allow: allowances.filter((one) => reseller.allow[one]),
    promo_link_code: reseller.promo_link_code ?? '',
    restriction_id: reseller.restriction_id ?? 0,
  }
}

/** What is sent: only what was changed, so that nobody else's change is written over. */
export function generalBody(values: GeneralValues, before: GeneralValues): ResellerSettingsIn['general'] {
  const { contacts, allow, restriction_id, ...plain } = values
  const changed = Object.entries(plain).filter(([name, value]) => value !== before[name as keyof typeof plain])
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  return {
    ...Object.fromEntries(changed),
    ...(restriction_id !== before.restriction_id && { restriction_id: restriction_id || null }),
    ...(differs(contacts, before.contacts) && {
      contacts: contacts.map((one) => ({ ...one, email: one.email || null, phone: one.phone || null })),
    }),
    ...(differs(allow, before.allow) && {
      allow: {
        see_price: allow.includes('see_price'),
        edit: allow.includes('edit'),
        cancel: allow.includes('cancel'),
        override_price: allow.includes('override_price'),
      },
    }),
  }
}

export const ratesSchema = z.object({ way: z.enum(ways), ...rate, credit_limit_amount: amount }).check(...told)
export type RatesValues = z.infer<typeof ratesSchema>

export function ratesOf(reseller: Reseller): RatesValues {
  const { commission_ppm, commission_amount, wholesale_ppm, credit_limit_amount } = reseller
  return { way: wayOf(reseller), commission_ppm, commission_amount, wholesale_ppm, credit_limit_amount }
}

export const ratesBody = ({ way, credit_limit_amount, ...values }: RatesValues): ResellerSettingsIn['rates'] => ({
  ...rateOf(way, values),
  credit_limit_amount,
})

export const termSchema = z
  .object({
    experience_id: z.number(),
    is_hidden: z.boolean(),
    way: z.enum(['standard', ...ways]),
    ...rate,
  })
  .check(...told)
export const termsSchema = z.object({ terms: z.array(termSchema) })
export type TermValues = z.infer<typeof termSchema>
export type TermsValues = { terms: TermValues[] }

/** A line for every experience, and for those that are no longer sold but still have terms. */
export function termsOf(reseller: Reseller, experiences: readonly { id: number }[]): TermsValues {
  const known = new Map(reseller.terms.map((term) => [term.experience_id, term]))
  const ids = [...new Set([...experiences.map(({ id }) => id), ...known.keys()])]
  return {
    terms: ids.map((experience_id) => {
      const term = known.get(experience_id)
      const { is_hidden = false, commission_ppm = null, commission_amount = null, wholesale_ppm = null } = term ?? {}
      const values = { commission_ppm, commission_amount, wholesale_ppm }
      return { experience_id, is_hidden, way: termWayOf(values), ...values }
    }),
  }
}

/** Only what differs from the general terms is kept. */
export const termsBody = ({ terms }: TermsValues): ResellerSettingsIn['experiences'] => ({
  terms: terms
    .filter(({ way, is_hidden }) => way !== 'standard' || is_hidden)
    .map(({ experience_id, is_hidden, way, ...values }) => ({ experience_id, is_hidden, ...rateOf(way, values) })),
})

const parts = ['addons', 'products', 'fees'] as const
export const commissionsSchema = z.object({
  basis: z.enum(['net_of_discount', 'gross']),
  also: z.array(z.enum(parts)),
  rounding: z.enum(roundings),
})
export type CommissionsValues = z.infer<typeof commissionsSchema>

export function commissionsOf(reseller: Reseller): CommissionsValues {
  const { basis, rounding } = reseller
  return { basis, rounding, also: parts.filter((part) => reseller[`is_${part}_commissionable`]) }
}

export const commissionsBody = ({ basis, rounding, also }: CommissionsValues): ResellerSettingsIn['commissions'] => ({
  basis,
  rounding,
  is_addons_commissionable: also.includes('addons'),
  is_products_commissionable: also.includes('products'),
  is_fees_commissionable: also.includes('fees'),
})

export const remittanceSchema = z.object({
  method: z.nullable(z.enum(remittanceMethods)),
  payee: rules.trimmed(160),
  account: rules.trimmed(1000),
  note: rules.trimmed(1000),
  invoice_terms_days: z.number('required'),
})
export type RemittanceValues = z.infer<typeof remittanceSchema>

export const remittanceOf = ({ remittance, invoice_terms_days }: Reseller): RemittanceValues => ({
  ...remittance,
  invoice_terms_days,
})

export const communicationSchema = z
  .object({ recipients: z.array(z.enum(recipients)), emails: z.array(z.email('email')) })
  .check(
    z.refine((row: { recipients: string[]; emails: string[] }) => row.recipients.length + row.emails.length > 0, {
      path: ['recipients'],
      message: 'required',
    }),
  )
export type CommunicationValues = z.infer<typeof communicationSchema>

export const communicationOf = ({ communication }: Reseller): CommunicationValues => ({
  recipients: recipients.filter((one) => communication.recipients.includes(one)),
  emails: communication.emails,
})

export const agentSchema = z.object({
  name: rules.name(120),
  email: rules.email(),
  commission_ppm: ppm,
  desk: rules.trimmed(80),
  invite: z.boolean(),
})
export type AgentValues = z.infer<typeof agentSchema>

export const topUpSchema = z.object({
  kind: z.enum(['add', 'refund', 'adjust']),
  amount: z.number('required'),
  note: rules.trimmed(400),
})
export type TopUpValues = z.infer<typeof topUpSchema>
