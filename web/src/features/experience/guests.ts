import * as z from 'zod/mini'
import type { ExperienceFull, ExperienceIn } from '@/api/models'
import * as rules from '@/lib/rules'
import type { Changes } from './api'

export const waivers = ['none', 'adult', 'minor'] as const
export const audiences = ['all', 'office', 'staff'] as const

const count = z.nullable(rules.atLeast(0))

const guestRow = z
  .object({
    id: z.optional(z.number()),
    customer_type_id: z.number('required'),
    base_price: rules.atLeast(0),
    label: rules.trimmed(80),
    min_qty: count,
    max_qty: count,
    min_age: count,
    max_age: count,
    pax_per_booking: rules.atLeast(1),
    is_consume_capacity: z.boolean(),
    audience: z.enum(audiences),
    accompanied_by: z.array(z.number()),
    requires_waiver: z.enum(waivers),
    is_exclude_from_min_price: z.boolean(),
  })
  .check(rules.inOrder('min_qty', 'max_qty'), rules.inOrder('min_age', 'max_age'))

export const guestsSchema = z.object({ customerTypes: z.array(guestRow).check(z.minLength(1, 'required')) })

export type Guests = z.infer<typeof guestsSchema>
export type Guest = Guests['customerTypes'][number]
export type GuestDraft = Omit<Guest, 'base_price'> & { base_price: number | null }

export const shownGuests = [
  'customerTypes',
  ...['customer_type_id', 'base_price', 'label', 'min_qty', 'max_qty', 'min_age', 'max_age', 'pax_per_booking'].map(
    (name) => `customerTypes.*.${name}`,
  ),
  ...['accompanied_by', 'requires_waiver'].map((name) => `customerTypes.*.${name}`),
]

export function guestsOf({ customerTypes }: ExperienceFull): Guests {
  return {
    customerTypes: customerTypes.map((row) => ({
      id: row.id,
      customer_type_id: row.customer_type.id,
      base_price: row.base_price,
      // The server shows the kind's own name where none was given.
      label: row.label === row.customer_type.name ? '' : row.label,
      min_qty: row.min_qty || null,
      max_qty: row.max_qty,
      min_age: row.min_age,
      max_age: row.max_age,
      pax_per_booking: row.pax_per_booking,
      is_consume_capacity: row.is_consume_capacity,
      audience: row.is_staff_only ? 'staff' : row.is_public ? 'all' : 'office',
      accompanied_by: row.accompanied_by,
      requires_waiver: row.requires_waiver,
      is_exclude_from_min_price: row.is_exclude_from_min_price,
    })),
  }
}

export function guestsChanges({ customerTypes }: Guests): Changes {
  const sold = customerTypes.map((row) => row.customer_type_id)
  return {
    customerTypes: customerTypes.map(
      ({ audience, label, min_qty, ...row }): NonNullable<ExperienceIn['customerTypes']>[number] => ({
        ...row,
        label: label || null,
        min_qty: min_qty ?? 0,
        is_public: audience === 'all',
        is_staff_only: audience === 'staff',
        // A kind that is no longer sold can keep nobody company.
        accompanied_by: row.accompanied_by.filter((id) => sold.includes(id) && id !== row.customer_type_id),
      }),
    ),
  }
}

export const newGuest = (customer_type_id: number): GuestDraft => ({
  customer_type_id,
  base_price: null,
  label: '',
  min_qty: null,
  max_qty: null,
  min_age: null,
  max_age: null,
  pax_per_booking: 1,
  is_consume_capacity: true,
  audience: 'all',
  accompanied_by: [],
  requires_waiver: 'none',
  is_exclude_from_min_price: false,
})
