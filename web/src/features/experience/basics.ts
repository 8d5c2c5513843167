import * as z from 'zod/mini'
import type { ExperienceFull } from '@/api/models'
import * as rules from '@/lib/rules'
import type { Changes } from './api'

export const capacityTypes = ['timeslot', 'timeslot_customer_type', 'experience_date', 'resource', 'unlimited'] as const
export const difficulties = ['easy', 'moderate', 'challenging', 'expert'] as const
/** Further languages that guides speak, beside those of our own screens. */
export const guided = [
  'ar',
  'cs',
  'da',
  'el',
  'fi',
  'he',
  'hi',
  'hu',
  'id',
  'no',
  'pl',
  'ro',
  'th',
  'tr',
  'uk',
  'vi',
] as const
export const scheduleModes = ['fixed', 'flex', 'both'] as const

/** Capacity types whose departures have seats of their own. */
export const hasSeats = (type: string) => type !== 'unlimited' && type !== 'resource'

const basicsSchemaShape = {
  name: rules.name(120),
  internal_name: rules.trimmed(120),
  status: z.string(),
  hours: z.nullable(z.number().check(z.minimum(0, 'positive'))),
  minutes: z.nullable(z.number().check(z.minimum(0, 'positive'))),
  schedule_mode: z.enum(scheduleModes),
  capacity_type: z.enum(capacityTypes),
  default_capacity: z.nullable(rules.atLeast(1)),
  is_allow_manual_overbooking: z.boolean(),
  is_requires_review: z.boolean(),
  color: z.string(),
  category_ids: z.array(z.number()),
  location_id: z.number(),
  difficulty: z.string(),
  min_age: z.nullable(rules.atLeast(0)),
  required_skills: z.array(z.string()),
  tags: z.array(z.string()),
  sku: rules.trimmed(60),
  video_url: rules.trimmed(500),
  slug: rules.slug(80),
  languages: z.array(z.string()),
}

export const basicsSchema = z.object(basicsSchemaShape).check(
  z.refine((values) => !hasSeats(values.capacity_type) || values.default_capacity !== null, {
    path: ['default_capacity'],
    message: 'required',
  }),
  z.refine((values) => (values.hours ?? 0) * 60 + (values.minutes ?? 0) > 0, { path: ['hours'], message: 'required' }),
)

export type Basics = z.infer<typeof basicsSchema>

export const shownBasics = [...Object.keys(basicsSchemaShape)]

// A choice among few has no null: these stand for "none" in the form.
const NONE = 0
const NO_WORD = 'none'

export function basicsOf(experience: ExperienceFull): Basics {
  const { name, is_allow_manual_overbooking, is_requires_review, schedule_mode, color, category_ids } = experience
  const { default_capacity, min_age, required_skills, tags, duration_minutes } = experience
  return {
    name,
    is_allow_manual_overbooking,
    is_requires_review,
    schedule_mode,
    color,
    category_ids,
    default_capacity,
    min_age,
    required_skills,
    tags,
    slug: experience.slug,
    languages: experience.languages,
    internal_name: experience.internal_name ?? '',
    status: experience.status.slug,
    hours: Math.floor(duration_minutes / 60),
    minutes: duration_minutes % 60,
    capacity_type: capacityTypes.find((one) => one === experience.capacity_type.slug) ?? 'timeslot',
    location_id: experience.location_id ?? NONE,
    difficulty: experience.difficulty ?? NO_WORD,
    sku: experience.sku ?? '',
    video_url: experience.video_url ?? '',
  }
}

/** The form as the server takes it: empty is null, and hours and minutes are one number. */
export function basicsChanges({ hours, minutes, ...values }: Basics): Changes {
  return {
    ...values,
    internal_name: values.internal_name || null,
    status: values.status as Changes['status'],
    duration_minutes: (hours ?? 0) * 60 + (minutes ?? 0),
    default_capacity: hasSeats(values.capacity_type) ? values.default_capacity : null,
    location_id: values.location_id || null,
    difficulty: (difficulties.find((one) => one === values.difficulty) ?? null) as Changes['difficulty'],
    sku: values.sku || null,
    slug: values.slug || null,
    video_url: values.video_url || null,
  }
}
