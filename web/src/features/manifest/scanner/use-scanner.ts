'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '@/components/ui/states'
import { onOutcome, queueState, type Outcome } from '@/lib/offline/queue'
import { useSession } from '@/lib/session'
import { useSteady } from '@/lib/use-steady'
import { nameOf, statusOf } from '../model'
import type { Booking, Day } from '../types'
import { perform } from '../use-check-in'
import type { Answer } from './answer'
import { codeIn } from './code'
import { findElsewhere } from './find'
import { ticketOn, verdictOn, type Ticket } from './tickets'

type Options = { day: Day; today: string; boarding: number | null; isWholeParty: boolean }
type Seen = { answer: Answer; seenAt: number }

/**
 * Answer codes: what is clear is checked in at once, on this machine first and at the server as soon as there is a way.
 *
 * The list of the day answers; only a code it lacks is asked about.
 */
export function useScanner({ day, today, boarding, isWholeParty }: Options) {
  const queries = useQueryClient()
  const session = useSession()
  const person = session?.userAvatar.id ?? 0
  const isBalanceAsked = session?.properties.is_skip_balance_due_popup === false
  const [seen, setSeen] = useState<Seen | null>(null)
  const newest = useRef(0)
  const { checkIn, undo } = useDeeds(day, person, setSeen)
  const judge = useSteady((ticket: Ticket, seenAt: number, at?: number) => {
    const verdict = verdictOn(ticket, { today, boarding: at ?? boarding, isWholeParty, isBalanceAsked })
    if (verdict.kind === 'ready') return checkIn(ticket, verdict.guests, seenAt)
    if (verdict.kind === 'canceled') return setSeen({ answer: canceledOf(ticket), seenAt })
    setSeen({ answer: verdict.kind === 'ask' ? { kind: 'ask', ticket, verdict } : { ticket, ...verdict }, seenAt })
  })
  const read = useSteady(async (text: string, frameAt?: number) => {
    const seenAt = frameAt ?? performance.now()
    newest.current = seenAt
    const code = codeIn(text)
    if (!code) return setSeen({ answer: { kind: 'unreadable', text }, seenAt })
    const ticket = ticketOn(day, code, boarding)
    if (ticket) return judge(ticket, seenAt)
    setSeen({ answer: { kind: 'looking' }, seenAt })
    const found = await findElsewhere(code, { queries, person, today, boarding })
    // Another code was held up meanwhile: that one is being answered.
    if (newest.current !== seenAt) return
    if ('kind' in found) setSeen({ answer: found, seenAt })
    else judge(found, seenAt)
  })
  useRefusals(seen?.answer ?? null, (answer) => setSeen({ answer, seenAt: performance.now() }))
  useMeasure(seen)
  return { answer: seen?.answer ?? null, seenAt: seen?.seenAt ?? 0, read, checkIn, undo, judge }
}

/** Check guests in and take it back: shown at once, sent as soon as there is a way. */
function useDeeds(day: Day, person: number, show: (seen: Seen) => void) {
  const queries = useQueryClient()
  const act = (ticket: Ticket, guests: Booking[], slug: 'checked_in' | 'not_checked_in') => {
    const bookingIds = guests.map((one) => one.id)
    const changes = [{ orderId: ticket.order.id, bookingIds, to: statusOf(day, slug) }]
    perform(queries, ticket.departure.date, person, { changes, who: nameOf(ticket.order) })
  }
  const checkIn = useSteady((ticket: Ticket, guests: Booking[], seenAt?: number) => {
    act(ticket, guests, 'checked_in')
    const answer: Answer = { kind: 'done', ticket, guests, isWaiting: !queueState().isReachable }
    show({ answer, seenAt: seenAt ?? performance.now() })
  })
  const undo = useSteady((ticket: Ticket, guests: Booking[]) => {
    act(ticket, guests, 'not_checked_in')
    show({ answer: { kind: 'undone', ticket, guests }, seenAt: performance.now() })
  })
  return { checkIn, undo }
}

const canceledOf = ({ order, departure }: Ticket): Answer => ({
  kind: 'canceled',
  name: nameOf(order),
  experience: departure.experience.name,
  trip: order.trip.id,
})

/** A check-in that was shown as done and that the server refuses is said to be refused. */
function useRefusals(answer: Answer | null, show: (answer: Answer) => void) {
  const errorText = useErrorText()
  const tell = useSteady(({ action, error }: Outcome) => {
    if (error && answer?.kind === 'done' && answer.ticket.order.id === action.orderId)
      show({ kind: 'refused', ticket: answer.ticket, text: errorText(error) })
  })
  useEffect(() => onOutcome(tell), [tell])
}

/** From the frame (or the last key) to what is on the screen: a browser's tools show it as "scan". */
function useMeasure(seen: Seen | null) {
  useEffect(() => {
    if (!seen || seen.answer.kind === 'looking') return
    const frame = requestAnimationFrame(() =>
      performance.measure('scan', { start: seen.seenAt, end: performance.now() }),
    )
    return () => cancelAnimationFrame(frame)
  }, [seen])
}
