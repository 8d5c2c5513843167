/** What things on the page are called. */
import type { PayKey } from '../messages/pay'
import type { Guest, PayLink } from './types'

const TITLES = { deposit: 'titleDeposit', balance: 'titleBalance', fixed: 'titleFixed', tab: 'titleTab' } as const

/** Of what nobody has paid anything yet there is no rest. */
export const titleOf = ({ amount_mode, trip }: Pick<PayLink, 'amount_mode' | 'trip'>): PayKey =>
  amount_mode === 'balance' && trip.paid === 0 ? TITLES.fixed : TITLES[amount_mode]

const isAlike = (a: Guest, b: Guest): boolean => !a.name && !b.name && a.type === b.type

/** Guests without a name are told apart by a number beside what they are. */
export function numbered(guests: readonly Guest[]): Guest[] {
  return guests.map((guest, at) => {
    if (guests.filter((one) => isAlike(one, guest)).length < 2) return guest
    const number = guests.slice(0, at + 1).filter((one) => isAlike(one, guest)).length
    return { ...guest, type: `${guest.type} ${number}` }
  })
}
