import { expect, it } from 'vitest'
import type { HistoryEntry } from '@/api/models'
import { confirmable, isUnderWay, messageOf, remindable } from './mails'
import type { Trip } from './types'

const trip = (change: object = {}) =>
  ({
    status: { slug: 'reserved' },
    schedule_state: 'scheduled',
    customer: { id: 7 },
    contact: { email: 'ana@example.org' },
    ...change,
  }) as unknown as Trip

it('sends a confirmation again to whoever booked, while something is booked', () => {
  expect(confirmable(trip())).toEqual({ customer: 7, to: 'ana@example.org' })
  expect(confirmable(trip({ status: { slug: 'draft' } }))).toBeNull()
  expect(confirmable(trip({ schedule_state: 'cancelled' }))).toBeNull()
  expect(confirmable(trip({ customer: null }))).toBeNull()
  expect(confirmable(trip({ contact: { email: null } }))).toBeNull()
})

it('reminds to sign by every way there is, by email first', () => {
  expect(remindable(trip())).toEqual({ customer: 7, ways: ['email'] })
  expect(remindable(trip({ contact: { email: 'ana@example.org', phone: '+12125550123' } }))?.ways).toEqual([
    'email',
    'sms',
  ])
  expect(remindable(trip({ contact: { email: null, phone: '+12125550123' } }))?.ways).toEqual(['sms'])
  expect(remindable(trip({ contact: { email: null, phone: null } }))).toBeNull()
  expect(remindable(trip({ schedule_state: 'cancelled' }))).toBeNull()
})

const entry = (action: string, after: Record<string, unknown>) =>
  messageOf({
    action,
    changes: Object.entries(after).map(([field, value]) => ({ field, before: null, after: value })),
  } as unknown as HistoryEntry)

it('names the message that an entry of the history is about', () => {
  expect(entry('message.sent', { category: 'confirmation', to: 'Ana <ana@example.org>' })).toEqual({
    kind: 'confirmation',
    to: 'Ana <ana@example.org>',
  })
  expect(entry('trip.message_sent', { message_id: 4, kind: 'receipt' })).toEqual({ kind: 'receipt', to: '' })
  expect(entry('message.cancelled', { to: 'ana@example.org' })).toEqual({ kind: null, to: 'ana@example.org' })
  expect(entry('payment.created', { kind: 'receipt' })).toBeNull()
})

it('looks again for what is under way', () => {
  expect(['queued', 'sending', 'sent', 'failed'].map((status) => isUnderWay({ status }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
