import type { Tone } from '@/components/ui/badge'
import type { Connection, ConnectionSaveIn, MappingIn, ProductMapping, TheirBooking } from '@/api/models'
import { ownBody, ownValues, type Own, type OwnField } from './own-settings'

export const tabs = [
  'setup',
  'products',
  'tools',
  'allotments',
  'calls',
  'pushes',
  'subscriptions',
  'bookings',
  'comparisons',
] as const
export type Tab = (typeof tabs)[number]
export const tabOf = (tab: string | undefined): Tab => tabs.find((one) => one === tab) ?? 'setup'

/** Tabs of a connection: what its channel doesn't have is left out. */
export const tabsOf = (
  { has_tools, has_subscriptions }: Pick<Connection, 'has_tools' | 'has_subscriptions'>,
  mayUse: boolean,
): Tab[] =>
  tabs.filter((tab) => (tab !== 'tools' || (has_tools && mayUse)) && (tab !== 'subscriptions' || has_subscriptions))

export const states = ['draft', 'testing', 'live', 'paused'] as const
export const mappingStates = ['draft', 'live', 'paused', 'refused'] as const
export const bookingStates = [
  'on_hold',
  'pending',
  'confirmed',
  'redeemed',
  'cancelled',
  'expired',
  'rejected',
] as const
export const pushStates = ['waiting', 'sending', 'sent', 'failed', 'refused'] as const
export const outcomes = ['ok', 'refused', 'failed'] as const

/** One of the words a screen knows; the last stands for what it does not. */
export const known = <K extends string>(words: readonly K[], word: string): K =>
  words.find((one) => one === word) ?? words[words.length - 1]!

export const tones: Record<string, Tone> = {
  live: 'good',
  testing: 'accent',
  ok: 'good',
  sent: 'good',
  confirmed: 'good',
  redeemed: 'good',
  on_hold: 'accent',
  pending: 'warn',
  waiting: 'warn',
  sending: 'warn',
  paused: 'warn',
  refused: 'warn',
  failed: 'bad',
}

export type Terms = {
  title: string
  reseller_id: number
  price_mode: 'ours' | 'theirs'
  hold_minutes: number | null
  most_hold_minutes: number | null
  calls_per_minute: number | null
  is_open_to_all: boolean
  is_guest_told: boolean
  settings: Own
  credentials: Own
}

/** What the form of a connection starts with; what the channel gave us is never shown again. */
export function termsOf(connection: Connection, settings: OwnField[], credentials: OwnField[]): Terms {
  return {
    title: connection.title,
    reseller_id: connection.reseller_id,
    price_mode: known(['theirs', 'ours'] as const, connection.price_mode),
    hold_minutes: connection.hold_minutes,
    most_hold_minutes: connection.most_hold_minutes,
    calls_per_minute: connection.calls_per_minute,
    is_open_to_all: connection.is_open_to_all,
    is_guest_told: connection.is_guest_told,
    settings: ownValues(settings, connection.settings),
    credentials: Object.fromEntries(credentials.map((field) => [field.name, ''])),
  }
}

/** What is sent: settings that no form shows stay, what the channel gave us only when it was typed. */
export function bodyOf(connection: Connection, terms: Terms, fields: OwnField[]): ConnectionSaveIn {
  const { settings, credentials, ...rest } = terms
  const typed = Object.entries(credentials).filter(([, value]) => value !== '')
  return {
    ...rest,
    version: connection.version,
    ...(fields.length > 0 && { settings: { ...connection.settings, ...ownBody(fields, settings) } }),
    ...(typed.length > 0 && { credentials: Object.fromEntries(typed) }),
  } as ConnectionSaveIn
}

export type MappingForm = {
  experience_id: string
  product_ref: string
  option_ref: string
  title: string
  start_times: string[]
  state: 'draft' | 'live' | 'paused'
  /** A field that nobody has typed in has no value. */
  units: Record<string, string | undefined>
  /** What the channel's plugin has of its own. */
  settings: Own
}

/** What the form of a mapping starts with; units are by customer type, empty is not sold. */
export function mappingForm(mapping: ProductMapping | null, fields: OwnField[]): MappingForm {
  const units = mapping?.units.map((unit) => [String(unit.experience_customer_type_id), unit.unit_ref]) ?? []
  return {
    experience_id: mapping ? String(mapping.experience_id) : '',
    product_ref: mapping?.product_ref ?? '',
    option_ref: mapping?.option_ref ?? '',
    title: mapping?.title ?? '',
    start_times: mapping?.start_times.map((time) => time.slice(0, 5)) ?? [],
    state: known(['live', 'paused', 'draft'] as const, mapping?.state ?? 'draft'),
    units: Object.fromEntries(units) as Record<string, string>,
    settings: ownValues(fields, mapping?.settings ?? {}),
  }
}

/** What is sent of a mapping; a new one without any unit gets the channel's own names. */
export function mappingBody(
  form: MappingForm,
  connectionId: number,
  mapping: ProductMapping | null,
  fields: OwnField[],
): MappingIn {
  const units = Object.entries(form.units).flatMap(([id, typed]) => {
    const name = typed?.trim()
    return name ? [{ unit_ref: name, experience_customer_type_id: Number(id) }] : []
  })
  return {
    connection_id: connectionId,
    experience_id: Number(form.experience_id),
    product_ref: form.product_ref.trim() || null,
    option_ref: form.option_ref.trim() || null,
    title: form.title,
    start_times: form.start_times,
    state: form.state,
    units: !mapping && units.length === 0 ? null : units,
    settings: ownBody(fields, form.settings),
    ...(mapping && { id: mapping.id, version: mapping.version }),
  } as MappingIn
}

const words = ['on_hold', 'pending', 'confirmed', 'redeemed', 'cancelled', 'expired', 'rejected'] as const

/** A channel's statement as rows: reference, state, start, tickets, amount in minor units, currency. */
export function statementOf(text: string): TheirBooking[] {
  const rows = text.split('\n').map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
  return rows.flatMap(([reference, state, start, units, amount, currency]) => {
    if (!reference) return []
    return [
      {
        reference,
        state: words.find((one) => one === state?.toLowerCase()) ?? 'confirmed',
        starts_at: start || null,
        units: numberOf(units),
        amount: numberOf(amount),
        currency: currency?.toUpperCase() || null,
      },
    ]
  })
}

const numberOf = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number(text) : null)

/** The days of a week as the server counts them: bit n is weekday n, Sunday is 0. */
export const daysOf = (mask: number): string[] => [0, 1, 2, 3, 4, 5, 6].filter((day) => mask & (1 << day)).map(String)
export const maskOf = (days: readonly string[]): number => days.reduce((mask, day) => mask | (1 << Number(day)), 0)
