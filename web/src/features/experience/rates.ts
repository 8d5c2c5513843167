import * as z from 'zod/mini'
import type { ExperienceFull, RateSheet, RateSheetIn } from '@/api/models'
import * as rules from '@/lib/rules'

export const modes = ['same', 'absolute', 'add', 'percent'] as const

/** Ways of selling, as trips name them. */
export const channels = [
  'ecommerce',
  'phone',
  'walk_up',
  'pos',
  'kiosk',
  'staff',
  'reseller',
  'ota',
  'ai_agent',
  'import',
] as const

const whole = z.nullable(rules.atLeast(0))

const price = z
  .object({
    experience_customer_type_id: z.number(),
    /** "same" leaves this kind of guest as it is: no row is sent for it. */
    mode: z.enum(modes),
    amount: z.nullable(z.number()),
    /** Parts per million, below zero for a discount. */
    share: z.nullable(z.number()),
  })
  .check(
    z.refine((row) => (row.mode !== 'absolute' && row.mode !== 'add') || row.amount !== null, {
      path: ['amount'],
      message: 'required',
    }),
    z.refine((row) => row.mode !== 'absolute' || (row.amount ?? 0) >= 0, { path: ['amount'], message: 'positive' }),
    z.refine((row) => row.mode !== 'percent' || row.share !== null, { path: ['share'], message: 'required' }),
  )

const shape = z.object({
  name: rules.name(80),
  isLive: z.boolean(),
  priority: z.nullable(z.number()),
  channels: z.array(z.string()),
  season_ids: z.array(z.number()),
  weekdays: z.array(z.number()),
  time_from: z.nullable(z.string()),
  time_to: z.nullable(z.string()),
  pax_min: whole,
  pax_max: whole,
  is_same_type_only: z.boolean(),
  remaining_min: whole,
  remaining_max: whole,
  advance_min_days: whole,
  advance_max_days: whole,
  valid_from: z.nullable(z.string()),
  valid_to: z.nullable(z.string()),
  prices: z.array(price).check(z.refine((rows) => rows.some((row) => row.mode !== 'same'), 'required')),
})

export const rateSchema = shape.check(
  rules.inOrder('time_from', 'time_to'),
  rules.inOrder('pax_min', 'pax_max'),
  rules.inOrder('remaining_min', 'remaining_max'),
  rules.inOrder('advance_min_days', 'advance_max_days'),
  rules.inOrder('valid_from', 'valid_to'),
)

export type RateForm = z.infer<typeof rateSchema>

export const shownRate = [
  ...['name', 'priority', 'channels', 'season_ids', 'pax_min', 'pax_max', 'remaining_min', 'remaining_max'],
  ...['time_from', 'time_to', 'valid_from', 'valid_to', 'prices'],
]

const DAY = 24 * 60
const inDays = (minutes: number | null | undefined) => (minutes ? Math.round(minutes / DAY) : null)
const clock = (time: string | null | undefined) => time?.slice(0, 5) ?? null

/** The form of a rate sheet; a new one leaves every price as it is. */
export function rateOf(experience: ExperienceFull, sheet?: RateSheet): RateForm {
  return {
    name: sheet?.name ?? '',
    isLive: sheet ? sheet.status === 'live' : true,
    priority: sheet?.priority ?? 0,
    channels: sheet?.channels ?? [],
    season_ids: sheet?.season_ids ?? [],
    weekdays: sheet?.weekdays ?? [],
    time_from: clock(sheet?.time_from),
    time_to: clock(sheet?.time_to),
    pax_min: sheet?.pax_min ?? null,
    pax_max: sheet?.pax_max ?? null,
    is_same_type_only: sheet?.is_same_type_only ?? false,
    remaining_min: sheet?.remaining_min ?? null,
    remaining_max: sheet?.remaining_max ?? null,
    advance_min_days: inDays(sheet?.advance_min_minutes),
    advance_max_days: inDays(sheet?.advance_max_minutes),
    valid_from: sheet?.valid_from ?? null,
    valid_to: sheet?.valid_to ?? null,
    prices: experience.customerTypes.map(({ id }) => {
      const known = sheet?.prices.find((row) => row.experience_customer_type_id === id)
      const mode = modes.find((one) => one === known?.mode) ?? 'same'
      const isShare = mode === 'percent'
      return {
        experience_customer_type_id: id,
        mode,
        amount: known && !isShare ? known.value : null,
        share: known && isShare ? known.value : null,
      }
    }),
  }
}

/** The form as the server takes it; the resellers of a known sheet stay as they are. */
export function rateBody(experience: ExperienceFull, values: RateForm, sheet?: RateSheet): RateSheetIn {
  const { isLive, advance_min_days, advance_max_days, prices, priority, ...same } = values
  return {
    ...same,
    ...(sheet && { id: sheet.id, version: sheet.version }),
    experience_id: experience.id,
    status: isLive ? 'live' : 'draft',
    priority: priority ?? 0,
    reseller_ids: sheet?.reseller_ids ?? [],
    advance_min_minutes: minutes(advance_min_days, sheet?.advance_min_minutes),
    advance_max_minutes: minutes(advance_max_days, sheet?.advance_max_minutes),
    prices: prices.flatMap(({ mode, amount, share, experience_customer_type_id }) =>
      mode === 'same'
        ? []
        : [{ experience_customer_type_id, mode, value: Math.round((mode === 'percent' ? share : amount) ?? 0) }],
    ),
  }
}

/** Days as minutes; what was set to the hour elsewhere stays so while the days are the same. */
function minutes(days: number | null, before: number | null | undefined): number | null {
  if (days === inDays(before)) return before ?? null
  return days === null ? null : days * DAY
}
