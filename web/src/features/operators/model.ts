import type { Tone } from '@/components/ui/badge'

export const statuses = ['onboarding', 'live', 'past_due', 'suspended', 'closed'] as const
export type Status = (typeof statuses)[number]

export const stages = [
  'signed_up',
  'profile',
  'catalog',
  'schedule',
  'payments',
  'tested',
  'installed',
  'live',
  'activated',
] as const
export type Stage = (typeof stages)[number]

export const statusTones: Record<Status, Tone> = {
  onboarding: 'accent',
  live: 'good',
  past_due: 'warn',
  suspended: 'bad',
  closed: 'neutral',
}

export const sorts = ['name', '-created_at', '-last_sale_at', '-error_cnt', '-schema_bytes'] as const

/** Bytes as megabytes, rounded up: nobody has none. */
export const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1_000_000))
