import { matchOf } from '@/components/search/model'

export type FieldKind = 'text' | 'date' | 'time' | 'moment' | 'money' | 'url' | 'number' | 'phone'

/** A field a template may use: its written name, what it is called, and an example of what it becomes. */
export type MergeFieldInfo = { name: string; label: string; group: string; sample: string; kind: FieldKind }

/** Fields that answer what is typed, the best first; all of them while nothing is. */
export function fieldsFor(fields: readonly MergeFieldInfo[], text: string): MergeFieldInfo[] {
  if (!text.trim()) return [...fields]
  const rank = ({ label, name, group }: MergeFieldInfo) =>
    Math.max(
      matchOf(label, text) * 2,
      matchOf(name.replace(/[._]/g, ' '), text),
      matchOf(group, text) / 2,
      nameRank(name, text),
    )
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .filter((one) => one.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map((one) => one.field)
}

const nameRank = (name: string, text: string) => (name.startsWith(text.trim().toLowerCase()) ? 3 : 0)

/** Fields by what they are about, each group where its first field stands. */
export function groupedFields(fields: readonly MergeFieldInfo[]): { group: string; fields: MergeFieldInfo[] }[] {
  const groups = new Map<string, MergeFieldInfo[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([group, found]) => ({ group, fields: found }))
}

export const fieldNames = [
  'guest.first_name',
  'guest.name',
  'guest.email',
  'trip.confirmation_code',
  'trip.experience',
  'trip.date',
  'trip.time',
  'trip.end_time',
  'trip.meeting_point',
  'trip.guests',
  'trip.guest_count',
  'trip.link',
  'trip.total',
  'trip.paid',
  'trip.balance',
  'trip.balance_due_date',
  'operator.name',
  'operator.phone',
  'operator.email',
  'operator.website',
  'operator.address',
  'payment.amount',
  'payment.date',
  'payment.method',
  'payment.link',
  'payment.until',
  'waiver.link',
  'waiver.signed',
  'waiver.total',
  'waitlist.link',
  'waitlist.until',
  'gift_card.amount',
  'gift_card.link',
  'gift_card.sender',
  'invoice.number',
  'invoice.amount',
  'invoice.due_date',
  'access.code',
  'cart.link',
  'review.link',
  'review.google_link',
  'review.tripadvisor_link',
  'view.link',
  'unsubscribe.link',
] as const
export type FieldName = (typeof fieldNames)[number]

export const fieldGroups = [
  'guest',
  'trip',
  'operator',
  'payment',
  'waiver',
  'waitlist',
  'gift_card',
  'invoice',
  'review',
  'message',
] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** What a field is about. */
export function groupOf(name: string): FieldGroup {
  const [first = ''] = name.split('.')
  if (first === 'cart') return 'trip'
  return fieldGroups.find((one) => one === first) ?? 'message'
}

/** Blocks that are shown as a whole, in the order in which they are offered. */
export const blockKinds = [
  'button',
  'picture',
  'spacer',
  'tripDetails',
  'tripSummary',
  'confirmationCode',
  'bill',
  'portalButton',
  'paymentButton',
  'reviewLinks',
  'contact',
  'note',
  'greeting',
  'calendarHint',
  'question',
  'cancellationReason',
  'cancellationOutcome',
  'moveReason',
  'receiptDetails',
  'giftIntro',
  'giftCard',
  'giftMessage',
  'giftDates',
  'invoiceAmount',
  'overdueTotal',
  'waitlistPlace',
  'accessCode',
] as const
export type BlockKind = (typeof blockKinds)[number]
/** What is said of a block: the words of a button, the address of a picture. */
export type BlockValues = Record<string, unknown>

/** Those that anybody may put anywhere; the rest are filled in from what the message is about. */
export const freeBlocks = ['button', 'picture', 'spacer'] as const

/** Kinds of templates, as they follow each other in the life of a trip. */
export const categories = [
  'abandon',
  'confirmation',
  'waiver_request',
  'payment_request',
  'reminder',
  'rebooked',
  'cancelled',
  'receipt',
  'refund',
  'followup',
  'review_request',
  'gift_card',
  'invoice',
  'waitlist',
  'access_code',
  'answer',
  'manual',
  'custom',
] as const
export type Category = (typeof categories)[number]

/** What an operator may write new templates for: the rest are sent by the product, one each. */
export const writableCategories = [
  'reminder',
  'followup',
  'review_request',
  'abandon',
  'confirmation',
  'waiver_request',
  'payment_request',
  'rebooked',
  'cancelled',
  'manual',
  'custom',
] as const satisfies readonly Category[]

/** Templates that ship, by their names in the words of the screens. */
export const systemSlugs = [
  'confirmation',
  'cancellation',
  'rebooking',
  'unscheduled',
  'waiver_request',
  'waitlist_joined',
  'waitlist_offer',
  'waitlist_expired',
  'waitlist_closed',
  'access_code',
  'answer',
  'payment_request',
  'payment_confirm',
  'receipt',
  'refund',
  'gift_card',
  'store_credit',
  'invoice',
  'invoice_reminder',
  'invoice_overdue',
  'invoice_payable',
  'reminder_day',
  'reminder_hours',
  'followup',
  'review_request',
  'review_reminder',
  'abandon_first',
  'abandon_second',
  'abandon_third',
  'balance_week',
  'balance_days',
  'manual',
] as const
