'use client'
import { useTranslations } from 'use-intl'

const kinds = [
  'abandon',
  'access_code',
  'answer',
  'cancellation',
  'cancelled',
  'confirmation',
  'custom',
  'followup',
  'gift_card',
  'invoice',
  'manual',
  'payment_request',
  'question',
  'rebooked',
  'rebooking',
  'receipt',
  'refund',
  'reminder',
  'review_request',
  'waitlist',
  'waiver_reminder',
  'waiver_request',
] as const
const states = [
  'queued',
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'complained',
  'failed',
  'cancelled',
  'suppressed',
] as const
const ways = ['email', 'sms', 'whatsapp', 'portal', 'push', 'voice_note'] as const
const reasons = [
  'no_address',
  'no_phone',
  'opted_out',
  'duplicate_contact',
  'other_status',
  'not_connected',
  'window_closed',
  'job_cancelled',
] as const

/** What a message is called, how far it has come, by which way, and why not, as the reader says it. */
export function useThreadWords() {
  const t = useTranslations('threads')
  return {
    kind: (slug: string) => {
      const found = kinds.find((one) => one === slug)
      return found ? t(`kind_${found}`) : slug.replaceAll('_', ' ')
    },
    state: (slug: string) => {
      const found = states.find((one) => one === slug)
      return found ? t(`state_${found}`) : slug
    },
    way: (slug: string) => {
      const found = ways.find((one) => one === slug)
      return found ? t(`way_${found}`) : slug
    },
    reason: (slug: string) => {
      const found = reasons.find((one) => one === slug)
      return found ? t(`reason_${found}`) : slug.replaceAll('_', ' ')
    },
  }
}
