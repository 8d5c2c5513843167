import * as z from 'zod/mini'
import * as rules from '@/lib/rules'

const email = z.union([z.literal(''), z.email('email')])

/** What a new card asks for; the rest is the server's. */
export const draftSchema = z
  .looseObject({
    way: z.enum(['sold', 'given', 'printed']),
    value: rules.atLeast(1),
    recipient_email: email,
    buyer_email: email,
    buyer_name: rules.trimmed(160),
    recipient_name: rules.trimmed(160),
    sender_name: rules.trimmed(160),
    message: rules.trimmed(600),
    note: rules.trimmed(2000),
    reason: rules.trimmed(2000),
    delivery: z.enum(['now', 'day', 'none']),
    deliver_on: z.nullable(z.string()),
  })
  .check(
    z.refine((draft) => draft.delivery !== 'day' || !draft.recipient_email || !!draft.deliver_on, {
      path: ['deliver_on'],
      message: 'required',
    }),
    z.refine((draft) => draft.way !== 'given' || draft.reason !== '', { path: ['reason'], message: 'required' }),
  )

/** Where a refusal of the server is shown: its names beside ours. */
export const shownOfDraft = [
  'value', 'bonus', 'price', 'trip', 'buyer_name', 'buyer_email', 'recipient_name', 'recipient_email', 'sender_name',
  'message', 'deliver_on', 'code', 'expires_on', 'note', 'reason',
] // prettier-ignore

export const editSchema = z.looseObject({
  recipient_email: email,
  recipient_name: rules.trimmed(160),
  sender_name: rules.trimmed(160),
  message: rules.trimmed(600),
  note: rules.trimmed(2000),
})
