'use client'
import { useTranslations } from 'use-intl'

/** Why a message goes, waits or does not go: the server's words (messaging/rules/reasons.py). */
export const reasons = [
  'planned_draft_idle',
  'planned_reserved',
  'planned_rebooked',
  'planned_order_cancelled',
  'planned_before_start',
  'planned_after_end',
  'planned_gift_card_activated',
  'planned_balance_due',
  'quiet_hours',
  'already_past',
  'rebooked',
  'unscheduled',
  'cancelled',
  'trip_deleted',
  'not_confirmed',
  'no_show',
  'stopped_reserved',
  'stopped_reserved_elsewhere',
  'stopped_reviewed',
  'stopped_paid',
  'opted_out',
  'no_consent',
  'address_refused',
  'no_address',
  'no_phone',
  'partner_informs',
  'duplicate_contact',
  'recent_series',
  'own_automation',
  'paused_too_long',
  'too_late',
  'automation_off',
  'automation_archived',
  'template_off',
  'template_broken',
  'text_not_connected',
  'held_back',
  'job_cancelled',
] as const

/** A reason in the reader's words; nothing for one that is unknown here. */
export function useReason() {
  const t = useTranslations('crm')
  return (reason: string) => {
    const known = reasons.find((one) => one === reason)
    return known ? t(`reason_${known}`) : ''
  }
}
