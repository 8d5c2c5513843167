import { describe, expect, it } from 'vitest'
import { clock, isShown, outsideNumber, turns } from './model'
import type { Call } from './types'

const now = Date.parse('2026-11-28T12:00:00Z')
const call = (part: Partial<Call>): Call =>
  ({ id: 7, direction: 'inbound', status: 'ringing', started_at: '2026-11-28T11:59:30Z', agent: null, ...part }) as Call
const nobody = { me: 1, dismissed: new Set<number>(), touched: new Set<number>(), now }

describe('the desk', () => {
  it('sees who is calling, and no call that it made', () => {
    expect(isShown(call({}), nobody)).toBe(true)
    expect(isShown(call({ direction: 'outbound' }), nobody)).toBe(false)
  })

  it('keeps a call that it took, and loses one that somebody else took', () => {
    expect(isShown(call({ status: 'answered', agent: { id: 1, name: 'Me' } }), nobody)).toBe(true)
    expect(isShown(call({ status: 'answered', agent: { id: 2, name: 'Mia' } }), nobody)).toBe(false)
  })

  it('keeps a call that somebody took, nobody knows who, where something was done with it', () => {
    expect(isShown(call({ status: 'answered' }), nobody)).toBe(false)
    expect(isShown(call({ status: 'answered' }), { ...nobody, touched: new Set([7]) })).toBe(true)
  })

  it.each(['missed', 'voicemail', 'completed', 'failed'] as const)('loses a call that is %s', (status) => {
    expect(isShown(call({ status }), { ...nobody, touched: new Set([7]) })).toBe(false)
  })

  it('loses what was hidden, and what rings for ever', () => {
    expect(isShown(call({}), { ...nobody, dismissed: new Set([7]) })).toBe(false)
    expect(isShown(call({ started_at: '2026-11-28T11:49:00Z' }), nobody)).toBe(false)
  })
})

it('knows whose number a call has', () => {
  const numbers = { caller_number: '+1', destination_number: '+2' }
  expect(outsideNumber({ direction: 'inbound', ...numbers })).toBe('+1')
  expect(outsideNumber({ direction: 'outbound', ...numbers })).toBe('+2')
})

it('shows seconds as a clock does', () => {
  expect([0, 7.9, 187, 3729].map(clock)).toEqual(['0:00', '0:07', '3:07', '1:02:09'])
})

it('reads who said what', () => {
  expect(turns('Agent: Hello.\n\nCaller: At 10:30?\nnoise')).toEqual([
    { who: 'Agent', text: 'Hello.' },
    { who: 'Caller', text: 'At 10:30?' },
    { who: null, text: 'noise' },
  ])
})
