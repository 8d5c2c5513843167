'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import type { ApiError } from '@/api/client'
import { markSigned, unsignedIn } from '@/components/waivers/api'
import { enqueue, onOutcome, queueState, type Action, type Outcome } from '@/lib/offline/queue'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useSteady } from '@/lib/use-steady'
import { undoOf, withStatus, type Change } from './model'
import type { Day } from './types'

export type Deed = { changes: Change[]; who: string; isUndo?: boolean }

const root = ['manifest']

/**
 * Set the status of guests at once on the screen, with Undo, and send it as soon as there is a way.
 *
 * A refusal is told and the server's list shown again.
 */
export function useCheckIn(date: string) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const person = useSession()?.userAvatar.id
  const checkIn = useSteady((deed: Deed) => {
    if (person === undefined) return
    const act = (one: Deed) => {
      const undo = perform(queries, date, person, one)
      if (undo) announce(one, () => act({ changes: undo, who: one.who, isUndo: true }))
    }
    act(deed)
  })
  useOutcomes(date, checkIn)
  return checkIn
}

/** Show the changes and queue them; returns what takes them back, null while the day is not there. */
export function perform(queries: QueryClient, date: string, person: number, { changes, who }: Deed): Change[] | null {
  const day = dayIn(queries, date)
  if (!day) return null
  const now = Date.now()
  void queries.cancelQueries({ queryKey: root })
  // A millisecond apart, so that they stay in the order in which they were meant.
  const dated = changes.map((change, index) => ({ ...change, occurredAt: new Date(now + index).toISOString() }))
  // All at once: whoever looks at the day compares and draws it for each time that it is set.
  show(queries, date, (known) =>
    dated.reduce((before, { bookingIds, to, occurredAt }) => withStatus(before, bookingIds, to, occurredAt), known),
  )
  for (const { orderId, bookingIds, to, occurredAt } of dated)
    void enqueue({ id: crypto.randomUUID(), person, occurredAt, date, orderId, bookingIds, status: to, who })
  return undoOf(day, changes)
}

function dayIn(queries: QueryClient, date: string): Day | undefined {
  return queries.getQueriesData<Day>({ queryKey: [...root, date] }).find(([, day]) => day)?.[1]
}

function show(queries: QueryClient, date: string, change: (day: Day) => Day) {
  queries.setQueriesData<Day>({ queryKey: [...root, date] }, (day) => day && change(day))
}

/** What the server made of taps, of this page or left over from earlier: read the day anew when all are through. */
function useOutcomes(date: string, checkIn: (deed: Deed) => void) {
  const t = useTranslations('manifest')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const onPaper = useOnPaper(date, checkIn)
  const tell = useSteady(({ action, error, warnings }: Outcome) => {
    if (error) {
      const id = toastId(action.orderId)
      toast.error(t('notSaved', { who: action.who }), {
        id,
        description: errorText(error),
        action: onPaper(action, error),
      })
    }
    const unsigned = warnings.find((one) => one.code === 'waiver_missing')
    if (unsigned) toast(unsigned.message, { id: `waiver-${action.orderId}` })
    // While others are still on their way, the server's list would take them back on the screen.
    if (queueState().waiting.length === 0) void queries.invalidateQueries({ queryKey: root })
  })
  useEffect(() => onOutcome(tell), [tell])
}

/** What is offered where nobody boards without a waiver: that they signed on paper, and so come in. */
function useOnPaper(date: string, checkIn: (deed: Deed) => void) {
  const t = useTranslations('manifest')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return (action: Action, error: ApiError) => {
    if (error.code !== 'waiver_required') return undefined
    const sign = async () => {
      try {
        await markSigned(unsignedIn(error))
      } catch (refused) {
        return toast.error(t('notSaved', { who: action.who }), { description: errorText(refused) })
      }
      const to = dayIn(queries, date)?.bookingStatuses.find((one) => one.id === action.status.id)
      const change = { orderId: action.orderId, bookingIds: action.bookingIds }
      if (to) checkIn({ changes: [{ ...change, to }], who: action.who })
    }
    return { label: t('signedOnPaper'), onClick: () => void sign() }
  }
}

/** Tell what was done, with Undo unless it was one. */
function useAnnounce() {
  const t = useTranslations('manifest')
  return ({ changes, who, isUndo }: Deed, onUndo: () => void) => {
    const [first] = changes
    if (!first) return
    const words = { who, count: changes.reduce((sum, one) => sum + one.bookingIds.length, 0), status: first.to.name }
    const slug = told.find((one) => one === first.to.slug) ?? 'other'
    toast.success(t(`done_${slug}`, words), {
      id: toastId(first.orderId),
      action: isUndo ? undefined : { label: t('undo'), onClick: onUndo },
    })
  }
}

const told = ['checked_in', 'not_checked_in', 'no_show'] as const
const toastId = (order: number) => `order-${order}`
