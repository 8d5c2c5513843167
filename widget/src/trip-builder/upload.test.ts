import { describe, expect, it } from 'vitest'
import { answersBody } from './questions'
import type { Question, Trip } from './types'
import { fileName, withAnswer } from './upload'

const asked = { key: 'booking.7.3', kind: 'file', ask_when: 'checkout', is_asked: true, is_answered: false, is_required: true, value: null } as Question
const trip = { customFieldValues: [], tripOrders: [{ id: 1, status: 'active', experience: { id: 1, name: 'Dive' }, customFieldValues: [], bookings: [{ id: 7, customerType: { id: 1, name: 'Adult' }, customFieldValues: [asked] }] }] } as unknown as Trip

describe('a file as an answer', () => {
  it.each([
    [asked, null, null],
    [asked, 'license.pdf', 'license.pdf'],
    [{ ...asked, is_answered: true }, { id: '1', name: 'license.pdf' }, 'license.pdf'],
    // What the server does not tell is there all the same.
    [{ ...asked, is_answered: true }, null, ''],
  ])('is known by its name %#', (question, value, name) => expect(fileName(question, value)).toBe(name))

  it('stands at its question once it was sent', () => {
    const answered = { ...asked, is_answered: true }
    expect(withAnswer(trip, answered).tripOrders[0]!.bookings[0]!.customFieldValues).toEqual([answered])
  })

  it('is not sent again with the contact', () => {
    expect(answersBody(trip, { 'booking.7.3': 'license.pdf' })).toEqual([])
  })
})
