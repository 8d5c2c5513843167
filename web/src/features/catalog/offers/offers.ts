import * as z from 'zod/mini'
import type { OfferCode, OfferCodeIn } from '@/api/models'
import * as rules from '@/lib/rules'

export const kinds = ['percent', 'amount'] as const
export const frequencies = ['per_booking', 'per_trip', 'per_order'] as const

const some = z.nullable(rules.atLeast(1))
const days = z.nullable(rules.atLeast(0))
const day = z.nullable(z.string())

/** What the form asks; `codeRule` is the sentence about how a code may be written. */
export const offerSchema = (codeRule: string) =>
  z
    .object({
      code: z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[A-Za-z0-9_-]{3,32}$/, codeRule)),
      internal_name: rules.trimmed(120),
      public_description: rules.trimmed(400),
      is_active: z.boolean(),
      kind: z.enum(kinds),
      value: rules.atLeast(1),
      frequency: z.enum(frequencies),
      max_guests_per_trip: some,
      max_discount_amount: some,
      book_from: day,
      book_to: day,
      travel_from: day,
      travel_to: day,
      weekdays: z.array(z.number()),
      blackout_dates: z.array(z.string()),
      advance_min_days: days,
      advance_max_days: days,
      experience_ids: z.array(z.number()),
      customer_type_ids: z.array(z.number()),
      methods: z.array(z.string()),
      usage_limit: some,
      usage_limit_per_customer: some,
      min_pax: some,
      max_pax: some,
      min_spend: days,
      is_stackable: z.boolean(),
      is_auto_apply: z.boolean(),
      applies_to_addons: z.boolean(),
    })
    .check(
      rules.inOrder('book_from', 'book_to'),
      rules.inOrder('travel_from', 'travel_to'),
      rules.inOrder('advance_min_days', 'advance_max_days'),
      rules.inOrder('min_pax', 'max_pax'),
    )

export type OfferForm = z.infer<ReturnType<typeof offerSchema>>
/** As long as nothing is typed, there is no value. */
export type OfferDraft = Omit<OfferForm, 'value'> & { value: number | null }

const empty: OfferDraft = {
  ...{ code: '', internal_name: '', public_description: '', is_active: true },
  ...{ kind: 'percent', value: null, frequency: 'per_trip', max_guests_per_trip: null, max_discount_amount: null },
  ...{ book_from: null, book_to: null, travel_from: null, travel_to: null, weekdays: [], blackout_dates: [] },
  ...{ advance_min_days: null, advance_max_days: null, experience_ids: [], customer_type_ids: [], methods: [] },
  ...{ usage_limit: null, usage_limit_per_customer: null, min_pax: null, max_pax: null, min_spend: null },
  ...{ is_stackable: false, is_auto_apply: false, applies_to_addons: false },
}

export const shownOffer = Object.keys(empty)

/** The form of a code; a new one demands nothing. */
export function offerOf(offer?: OfferCode): OfferDraft {
  if (!offer) return empty
  return Object.fromEntries(Object.entries({ ...empty, ...offer }).filter(([name]) => name in empty)) as OfferDraft
}

/** The form as the server takes it; what the screen does not show of a known code stays as it is. */
export function offerBody(values: OfferForm, offer?: OfferCode): OfferCodeIn {
  const perGuest = values.frequency === 'per_booking'
  return {
    ...values,
    ...(offer && { id: offer.id, version: offer.version }),
    max_guests_per_trip: perGuest ? values.max_guests_per_trip : null,
    reseller_ids: offer?.reseller_ids ?? [],
    funded_by: offer?.funded_by ?? 'operator',
  }
}
