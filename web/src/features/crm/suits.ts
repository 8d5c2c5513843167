import type { Category } from './model'
import type { Trigger } from './offsets'

/** Kinds of templates that say something when a trigger comes; an operator's own kinds always may. */
const fitting: Record<Trigger, readonly Category[]> = {
  draft_idle: ['abandon'],
  reserved: ['confirmation', 'waiver_request', 'payment_request', 'reminder'],
  balance_due: ['payment_request'],
  before_start: ['reminder', 'waiver_request', 'payment_request'],
  after_end: ['followup', 'review_request'],
  rebooked: ['rebooked'],
  order_cancelled: ['cancelled', 'followup'],
  gift_card_activated: ['gift_card'],
}

export const suitsTrigger = (category: Category, trigger: Trigger): boolean =>
  category === 'custom' || fitting[trigger].includes(category)
