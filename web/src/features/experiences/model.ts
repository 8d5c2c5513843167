import * as z from 'zod/mini'
import type { CustomerType, ExperienceIn } from '@/api/models'
import * as rules from '@/lib/rules'
import { colors, statuses } from './looks'
import { textToHtml } from './text'

const priceRow = z.object({
  customer_type_id: z.number('required'),
  base_price: rules.atLeast(0),
})

export const experienceSchema = z
  .object({
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
  .check(
    z.refine((values) => (values.hours ?? 0) * 60 + (values.minutes ?? 0) > 0, {
      path: ['hours'],
      message: 'required',
    }),
  )

export type ExperienceValues = z.infer<typeof experienceSchema>
export type ExperienceDraft = Omit<ExperienceValues, 'customerTypes'> & {
  customerTypes: { customer_type_id: number | null; base_price: number | null }[]
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

/** The form as the server takes it: without a number of seats nothing limits how many can book. */
export function bodyOf({ hours, minutes, description, ...same }: ExperienceValues): ExperienceIn {
  return {
    ...same,
    capacity_type: same.default_capacity === null ? 'unlimited' : 'timeslot',
    duration_minutes: (hours ?? 0) * 60 + (minutes ?? 0),
    description_html: textToHtml(description),
  }
}
