import type { components } from '@/api/schema'
import type { Booking, Day } from '../types'
import type { Ticket, Verdict } from './tickets'
import type { Tone } from './signals'

export type Found = components['schemas']['FoundTicketOut']

/** What the scanner says about the last code. */
export type Answer =
  | { kind: 'looking' }
  | { kind: 'done'; ticket: Ticket; guests: Booking[]; isWaiting: boolean }
  | { kind: 'undone'; ticket: Ticket; guests: Booking[] }
  | { kind: 'ask'; ticket: Ticket; verdict: Extract<Verdict, { kind: 'ask' }> }
  | { kind: 'already'; ticket: Ticket; guests: Booking[]; at: string | null }
  | { kind: 'canceled' | 'unscheduled' | 'not_booked'; name: string; experience: string; trip: number }
  | { kind: 'refused'; ticket: Ticket; text: string }
  | { kind: 'failed'; text: string }
  | { kind: 'unreadable' | 'unknown' | 'unreachable'; text: string }

/** An answer, and what can be done about it. */
export type AnswerProps = {
  answer: Answer
  day: Day
  today: string
  onCheckIn: (ticket: Ticket, guests: Booking[]) => void
  onUndo: (ticket: Ticket, guests: Booking[]) => void
  onSwitch: (ticket: Ticket) => void
}

const tones: Record<Answer['kind'], Tone | null> = {
  looking: null,
  done: 'good',
  undone: 'warn',
  ask: 'warn',
  already: 'warn',
  unscheduled: 'warn',
  unreachable: 'warn',
  canceled: 'bad',
  not_booked: 'bad',
  refused: 'bad',
  failed: 'bad',
  unreadable: 'bad',
  unknown: 'bad',
}

export const toneOf = (answer: Answer) => tones[answer.kind]
