import * as z from 'zod/mini'
import type { ResourceUsage, ResourceUsageIn } from '@/api/models'
import * as rules from '@/lib/rules'

export const scopes = ['timeslot', 'experience', 'trip_order', 'exclusive', 'any'] as const
export const durations = ['timeslot', 'minutes'] as const

const row = z
  .object({
    id: z.optional(z.number()),
    resource_group_id: z.number('required'),
    /** "all", or the guests or the add-on that need it: "guest:7", "addon:3". */
    for: z.string(),
    units_per_booking: rules.atLeast(1),
    sharing_scope: z.enum(scopes),
    duration_mode: z.enum(durations),
    duration_minutes: z.nullable(rules.atLeast(1)),
    offset_minutes: z.nullable(z.number()),
    is_required: z.boolean(),
  })
  .check(
    z.refine((one) => one.duration_mode !== 'minutes' || one.duration_minutes !== null, {
      path: ['duration_minutes'],
      message: 'required',
    }),
  )

export const usagesSchema = z.object({ rows: z.array(row) })
export type Usages = z.infer<typeof usagesSchema>

export const shownUsages = [
  'rows',
  ...['resource_group_id', 'units_per_booking', 'sharing_scope', 'duration_minutes', 'offset_minutes'].map(
    (name) => `rows.*.${name}`,
  ),
]

export function usagesOf(rows: ResourceUsage[]): Usages {
  return {
    rows: rows.map((one) => ({
      id: one.id,
      resource_group_id: one.resource_group_id,
      for: one.addon_id
        ? `addon:${one.addon_id}`
        : one.experience_customer_type_id
          ? `guest:${one.experience_customer_type_id}`
          : 'all',
      units_per_booking: one.units_per_booking,
      sharing_scope: scopes.find((scope) => scope === one.sharing_scope) ?? 'timeslot',
      duration_mode: one.duration_mode === 'minutes' ? 'minutes' : 'timeslot',
      duration_minutes: one.duration_minutes,
      offset_minutes: one.offset_minutes || null,
      is_required: one.is_required,
    })),
  }
}

export function usagesBody({ rows }: Usages): ResourceUsageIn[] {
  return rows.map(({ for: whom, offset_minutes, ...one }) => {
    const [kind, id] = whom.split(':')
    return {
      ...one,
      experience_customer_type_id: kind === 'guest' ? Number(id) : null,
      addon_id: kind === 'addon' ? Number(id) : null,
      duration_minutes: one.duration_mode === 'minutes' ? one.duration_minutes : null,
      offset_minutes: offset_minutes ?? 0,
    }
  })
}

export const newUsage = (resource_group_id: number): Usages['rows'][number] => ({
  resource_group_id,
  for: 'all',
  units_per_booking: 1,
  sharing_scope: 'timeslot',
  duration_mode: 'timeslot',
  duration_minutes: null,
  offset_minutes: null,
  is_required: true,
})
