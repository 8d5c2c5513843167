import type { AgentSettings, AgentSettingsIn } from '@/api/models'

export const phoneScopes = ['read', 'create', 'payment_link'] as const
export const staffScopes = {
  'trips.read': 'trips_read',
  'manifest.read': 'manifest_read',
  check_in: 'check_in',
} as const

export type StaffScope = keyof typeof staffScopes

/** A scope of a program of staff by the name its words have; one that is not known is nobody's. */
export const staffScopeOf = (scope: string) =>
  staffScopes[scope as StaffScope] as (typeof staffScopes)[StaffScope] | undefined

/** What is sent to change a part of the settings: all of them, as they were read. */
export const changed = (settings: AgentSettings, change: Partial<AgentSettings>): AgentSettingsIn => ({
  ...settings,
  ...change,
})

const tools = [
  'init',
  'trip_create',
  'trip_getLast',
  'trip_sendPaymentLink',
  'search_experiences',
  'get_availability',
  'get_quote',
  'get_checkout_link',
  'send_booking_code',
  'get_booking',
  'change_booking',
  'cancel_booking',
  'search_trips',
  'get_manifest',
  'check_in',
] as const

/** What an agent did by the name its words have; a tool that has none is called what it calls itself. */
export function toolOf(tool: string): (typeof tools)[number] | null {
  const name = tool === 'hold_seats' ? 'trip_create' : tool.replaceAll('/', '_')
  return tools.find((one) => one === name) ?? null
}
