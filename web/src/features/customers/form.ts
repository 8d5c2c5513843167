import * as z from 'zod/mini'
import type { CustomerFull, CustomerIn } from '@/api/models'
import * as rules from '@/lib/rules'

const line = rules.text
const email = z.union([z.literal(''), z.email('email')])

/** The fields of the form; rules' names are turned into sentences by the fields. */
export const customerSchema = z.object({
  first_name: line(80),
  last_name: line(80),
  email,
  phone: line(40),
  more_emails: z.array(z.email('email')),
  more_phones: z.array(z.string()),
  company: line(160),
  country: z.nullable(z.string()),
  locale: z.string(),
  birth_date: z.nullable(z.string()),
  street: line(160),
  street2: line(160),
  postal_code: line(80),
  city: line(80),
  region: line(80),
  tags: z.array(line(60)),
  notes: line(20_000),
  email_opt_in: z.boolean(),
  sms_opt_in: z.boolean(),
  source: z.enum(['staff', 'phone', 'form']),
})

export type CustomerValues = z.infer<typeof customerSchema>

const addressParts = ['street', 'street2', 'postal_code', 'city', 'region'] as const

export function valuesOf(customer: CustomerFull | null, locale: string): CustomerValues {
  const address = customer?.address
  return {
    first_name: customer?.first_name ?? '',
    last_name: customer?.last_name ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    more_emails: customer?.more_emails ?? [],
    more_phones: customer?.more_phones ?? [],
    company: customer?.company ?? '',
    country: customer?.country ?? null,
    locale: customer?.locale ?? locale,
    birth_date: customer?.birth_date ?? null,
    street: address?.street ?? '',
    street2: address?.street2 ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    tags: customer?.tags ?? [],
    notes: customer?.notes ?? '',
    email_opt_in: customer?.marketing.email_opt_in ?? false,
    sms_opt_in: customer?.marketing.sms_opt_in ?? false,
    source: 'staff',
  }
}

/** What is sent: only what was changed, so that nobody else's change is written over. */
export function bodyOf(values: CustomerValues, start: CustomerValues, version?: number): CustomerIn {
  const { street, street2, postal_code, city, region, email_opt_in, sms_opt_in, source, ...plain } = values
  const changed = Object.entries(plain).filter(([name, value]) => !same(value, start[name as keyof CustomerValues]))
  const body: CustomerIn = { ...Object.fromEntries(changed), version }
  if (addressParts.some((part) => values[part] !== start[part])) {
    body.address = { street, street2, postal_code, city, region }
  }
  if (email_opt_in !== start.email_opt_in || sms_opt_in !== start.sms_opt_in) {
    body.marketing = { email_opt_in, sms_opt_in, source }
  }
  return body
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Where a refusal of the server is shown. */
export const shownFields = [
  ...Object.keys(customerSchema.shape).filter((name) => !addressParts.some((part) => part === name)),
  'more_emails.*',
  'more_phones.*',
  'tags.*',
]
