import type { components } from '@/api/schema'

type Schemas = components['schemas']

export type Call = Schemas['PhoneCallOut']
export type CallRow = Schemas['CallRowOut']
export type Caller = Schemas['CallerOut']
export type CallerTrip = Schemas['CallerTripOut']
export type CallNumber = Schemas['CallNumberOut']
export type CallSettings = Schemas['CallSettingsOut']
export type NewCall = Schemas['CallCreateIn']
export type CallNote = Schemas['CallSaveIn']

export const outcomes = ['booked', 'quoted', 'support', 'spam', 'none'] as const
export const statuses = ['ringing', 'answered', 'missed', 'voicemail', 'completed', 'failed'] as const
export const directions = ['inbound', 'outbound'] as const
export const callbacks = ['wanted', 'done', 'none'] as const
