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
