import * as z from 'zod/mini'
import type { ExperienceFull, Restriction, RestrictionIn, Terms } from '@/api/models'
import * as rules from '@/lib/rules'
import type { Changes } from './api'
import { minutesOf, spanOf, units } from './span'

const span = z.object({ count: z.number('required'), unit: z.enum(units) })

export const ownTermsSchema = z
  .object({
    restriction_id: z.number(),
    min_pax: rules.atLeast(1),
    max_pax: rules.atLeast(1),
    min_pax_to_run: z.nullable(rules.atLeast(1)),
    cutoff_online: span,
    cutoff_direct: span,
    buffer_before_minutes: z.nullable(rules.atLeast(0)),
    buffer_after_minutes: z.nullable(rules.atLeast(0)),
  })
  .check(rules.inOrder('min_pax', 'max_pax'))

export type OwnTerms = z.infer<typeof ownTermsSchema>

export const shownTerms = [
  ...['restriction_id', 'min_pax', 'max_pax', 'min_pax_to_run', 'cutoff_online', 'cutoff_direct'],
  ...['buffer_before_minutes', 'buffer_after_minutes'],
]

export const ownTermsOf = (experience: ExperienceFull): OwnTerms => ({
  restriction_id: experience.restriction_id ?? 0,
  min_pax: experience.min_pax,
  max_pax: experience.max_pax,
  min_pax_to_run: experience.min_pax_to_run,
  cutoff_online: spanOf(experience.cutoff_minutes_online),
  cutoff_direct: spanOf(experience.cutoff_minutes_direct),
  buffer_before_minutes: experience.buffer_before_minutes || null,
  buffer_after_minutes: experience.buffer_after_minutes || null,
})

export const ownTermsChanges = ({ cutoff_online, cutoff_direct, ...values }: OwnTerms): Changes => ({
  ...values,
  restriction_id: values.restriction_id || null,
  cutoff_minutes_online: minutesOf(cutoff_online.count, cutoff_online.unit),
  cutoff_minutes_direct: minutesOf(cutoff_direct.count, cutoff_direct.unit),
  buffer_before_minutes: values.buffer_before_minutes ?? 0,
  buffer_after_minutes: values.buffer_after_minutes ?? 0,
})

export const termAudiences = ['online', 'direct', 'reseller'] as const
export const soldOut = ['show', 'hide', 'call_to_book'] as const
export const cutoffModes = ['own', 'before_start', 'clock_time_before'] as const

const count = z.nullable(rules.atLeast(1))

const termsRow = z
  .object({
    isOn: z.boolean(),
    min_pax: count,
    max_pax: count,
    cutoff: z.enum(cutoffModes),
    span,
    cutoff_clock: z.nullable(z.string()),
    days_before: z.nullable(rules.atLeast(0)),
    presale_days: z.nullable(rules.atLeast(0)),
    smart_min_booked_pax: count,
    smart_cutoff_minutes: z.nullable(rules.atLeast(0)),
    countdown_from: z.nullable(rules.atLeast(0)),
    sold_out_display: z.enum(soldOut),
  })
  .check(
    rules.inOrder('min_pax', 'max_pax'),
    z.refine((row) => row.cutoff !== 'clock_time_before' || row.cutoff_clock !== null, {
      path: ['cutoff_clock'],
      message: 'required',
    }),
    z.refine((row) => (row.smart_min_booked_pax === null) === (row.smart_cutoff_minutes === null), {
      path: ['smart_cutoff_minutes'],
      message: 'required',
    }),
  )

export const restrictionSchema = z.object({ name: rules.name(80), rows: z.array(termsRow) })
export type RestrictionForm = z.infer<typeof restrictionSchema>

export function restrictionOf(known?: Restriction): RestrictionForm {
  return {
    name: known?.name ?? '',
    rows: termAudiences.map((audience) => rowOf(known?.rows.find((row) => row.audience === audience))),
  }
}

function rowOf(row?: Terms): RestrictionForm['rows'][number] {
  const hasOwn = !row || (row.cutoff_mode === 'before_start' && row.cutoff_minutes === null)
  return {
    isOn: !!row,
    min_pax: row?.min_pax ?? null,
    max_pax: row?.max_pax ?? null,
    cutoff: hasOwn ? 'own' : row.cutoff_mode,
    span: spanOf(row?.cutoff_minutes ?? 60),
    cutoff_clock: row?.cutoff_clock?.slice(0, 5) ?? null,
    days_before: row?.days_before ?? null,
    presale_days: row?.presale_days ?? null,
    smart_min_booked_pax: row?.smart_cutoff?.min_booked_pax ?? null,
    smart_cutoff_minutes: row?.smart_cutoff?.cutoff_minutes ?? null,
    countdown_from: row?.countdown_from ?? null,
    sold_out_display: row?.sold_out_display ?? 'show',
  }
}

/** The set as the server takes it: an audience that is off has no row, and the experience's own terms hold. */
export function restrictionBody({ name, rows }: RestrictionForm, known?: Restriction): RestrictionIn {
  return {
    ...(known && { id: known.id, version: known.version }),
    name,
    rows: rows.flatMap(({ isOn, cutoff, span: before, cutoff_clock, days_before, ...row }, place) => {
      const audience = termAudiences[place]
      if (!isOn || !audience) return []
      const isClock = cutoff === 'clock_time_before'
      return [
        {
          ...row,
          audience,
          cutoff_mode: isClock ? ('clock_time_before' as const) : ('before_start' as const),
          cutoff_minutes: cutoff === 'before_start' ? minutesOf(before.count, before.unit) : null,
          cutoff_clock: isClock ? cutoff_clock : null,
          days_before: isClock ? (days_before ?? 0) : null,
        },
      ]
    }),
  }
}
