import type { CustomerFull } from '@/api/models'

/** The fields of which a person may choose whose to keep, in the order people read them. */
export const choosable = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'address',
  'country',
  'locale',
  'birth_date',
  'marketing',
] as const

export type Choosable = (typeof choosable)[number]
export type Choices = Partial<Record<Choosable, number>>

const addressParts = ['street', 'street2', 'postal_code', 'city', 'region'] as const

/** An address in lines, without the empty ones. */
export function addressLines(address: CustomerFull['address']): string[] {
  const town = [address.postal_code, address.city].filter(Boolean).join(' ')
  return [address.street, address.street2, town, address.region].filter(Boolean)
}

/** What a field says as one comparable text; empty when nothing is said. */
export function textOf(customer: CustomerFull, field: Choosable): string {
  if (field === 'address')
    return addressParts
      .map((part) => customer.address[part])
      .join('\n')
      .trim()
  if (field === 'marketing') {
    const { email_opt_in, sms_opt_in, at } = customer.marketing
    return at ? `${Number(email_opt_in)}${Number(sms_opt_in)}` : ''
  }
  return customer[field] ?? ''
}

/** The fields in which these customers differ: the only ones somebody has to think about. */
export function differing(customers: CustomerFull[]): Choosable[] {
  return choosable.filter((field) => new Set(customers.map((one) => textOf(one, field))).size > 1)
}

/** Who has the value a merge takes when nobody chooses: the kept one, else the first who has any. */
export function defaultChoice(customers: CustomerFull[], keepId: number, field: Choosable): number {
  const keep = customers.filter((one) => one.id === keepId)
  const others = customers.filter((one) => one.id !== keepId).toSorted((a, b) => a.id - b.id)
  const all = [...keep, ...others]
  if (field === 'marketing') {
    const latest = all.toSorted((a, b) => (b.marketing.at ?? '').localeCompare(a.marketing.at ?? ''))
    return (latest[0] ?? { id: keepId }).id
  }
  return (all.find((one) => textOf(one, field)) ?? { id: keepId }).id
}

/** What is sent: a choice for each differing field, so that what was shown is what happens. */
export function choicesFor(customers: CustomerFull[], keepId: number, chosen: Choices): Record<string, number> {
  return Object.fromEntries(
    differing(customers).map((field) => [field, chosen[field] ?? defaultChoice(customers, keepId, field)]),
  )
}

/** Whose record is the oldest: who stays unless somebody says otherwise. */
export function oldest(customers: CustomerFull[]): number {
  return Math.min(...customers.map((one) => one.id))
}
