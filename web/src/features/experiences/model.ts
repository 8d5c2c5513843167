import * as z from 'zod/mini'
import type { CustomerType, ExperienceFull, ExperienceIn } from '@/api/models'
import * as rules from '@/lib/rules'
import { colors, statuses } from './looks'
import { htmlToText, textToHtml } from './text'

const priceRow = z.object({
  id: z.optional(z.number()),
  customer_type_id: z.number('required'),
  base_price: rules.atLeast(0),
})

export const experienceSchema = z.object({
  name: rules.name(120),
  status: z.enum(statuses),
  hours: z.nullable(z.number()),
  minutes: z.nullable(z.number()),
  default_capacity: z.nullable(rules.atLeast(1)),
  short_description: rules.text(500),
  description: z.string(),
  meeting_point: rules.text(500),
  color: z.string(),
  customerTypes: z.array(priceRow).check(z.minLength(1, 'required')),
})

export type ExperienceValues = z.infer<typeof experienceSchema>
export type ExperienceDraft = Omit<ExperienceValues, 'customerTypes'> & {
  customerTypes: { id?: number; customer_type_id: number | null; base_price: number | null }[]
}

/** Fields of the form by the server's names, for the errors it sends. */
export const shownFields = [
  'name',
  'status',
  'hours',
  'default_capacity',
  'short_description',
  'description',
  'meeting_point',
  'customerTypes',
  'customerTypes.*.customer_type_id',
  'customerTypes.*.base_price',
]

/** What a new experience starts with: the first two kinds of guests, no prices. */
export function emptyExperience(types: CustomerType[]): ExperienceDraft {
  const first = types.filter((type) => ['adult', 'child'].includes(type.kind))
  const chosen = first.length ? first : types.slice(0, 1)
  return {
    name: '',
    status: 'live',
    hours: 2,
    minutes: 0,
    default_capacity: 12,
    short_description: '',
    description: '',
    meeting_point: '',
    color: colors[0] ?? '',
    customerTypes: chosen.map((type) => ({ customer_type_id: type.id, base_price: null })),
  }
}

export function draftOf(experience: ExperienceFull): ExperienceDraft {
  const status = statuses.find((one) => one === experience.status.slug) ?? 'draft'
  return {
    name: experience.name,
    status,
    hours: Math.floor(experience.duration_minutes / 60),
    minutes: experience.duration_minutes % 60,
    default_capacity: experience.default_capacity,
    short_description: experience.short_description,
    description: htmlToText(experience.description_html),
    meeting_point: experience.meeting_point,
    color: experience.color,
    customerTypes: experience.customerTypes.map((row) => ({
      id: row.id,
      customer_type_id: row.customer_type.id,
      base_price: row.base_price,
    })),
  }
}

// Capacity that does not hang on the one number of the form: it stays, with or without the number.
const countedElsewhere = ['timeslot_customer_type', 'resource'] as const

function capacityType(values: ExperienceValues, before?: ExperienceFull): ExperienceIn['capacity_type'] {
  const elsewhere = countedElsewhere.find((slug) => slug === before?.capacity_type.slug)
  if (elsewhere) return elsewhere
  if (values.default_capacity === null) return 'unlimited'
  return before?.capacity_type.slug === 'experience_date' ? 'experience_date' : 'timeslot'
}

/** What of a ticket the form does not show. */
function keptOf(ticket: ExperienceFull['customerTypes'][number]) {
  const { id, label, pax_per_booking, is_consume_capacity, is_public, is_staff_only } = ticket
  const { is_exclude_from_min_price, accompanied_by, requires_waiver, min_qty, max_qty, min_age, max_age } = ticket
  const limits = { accompanied_by, requires_waiver, min_qty, max_qty, min_age, max_age }
  return {
    id,
    label,
    pax_per_booking,
    is_consume_capacity,
    is_public,
    is_staff_only,
    is_exclude_from_min_price,
    ...limits,
  }
}

/** The form as the server takes it. What the form does not show of an existing one stays as it is. */
export function bodyOf(values: ExperienceValues, before?: ExperienceFull): ExperienceIn {
  const { hours, minutes, description, customerTypes, ...same } = values
  const isDescriptionSame = before && htmlToText(before.description_html) === description.trim()
  return {
    ...same,
    ...(before && { id: before.id, version: before.version }),
    capacity_type: capacityType(values, before),
    duration_minutes: (hours ?? 0) * 60 + (minutes ?? 0),
    description_html: isDescriptionSame ? before.description_html : textToHtml(description),
    customerTypes: customerTypes.map((row) => {
      const old = before?.customerTypes.find((one) => one.id === row.id)
      if (!old) return row
      return { ...keptOf(old), ...row }
    }),
  }
}
