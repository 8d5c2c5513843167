'use client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useSteady } from '@/lib/use-steady'
import { moveResources, saveCrew } from './api'
import type { CalendarData, CrewMember, Slot } from './model'
import { findSlot, moved, withBefore, withSlot, type Move } from './moving'

export type Moving = { move: Move; who: string; force?: boolean; isUndo?: boolean }
export type Conflict = { moving: Moving; error: ApiError }

const mutationKey = ['calendar', 'move']
const calendars = { queryKey: ['calendar'] }

/** Move departures among guides and resources: at once on the screen, with undo, a conflict as a question. */
export function useMove() {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const undo = useRef<(() => void) | null>(null)
  const tell = useTell()
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'calendar-move' },
    mutationFn: send,
    onMutate: async ({ move }: Moving) => {
      await queries.cancelQueries(calendars)
      const before = slotIn(queries, move.slot.id) ?? move.slot
      patch(queries, (data) => withSlot(data, moved({ ...move, slot: before })))
      return { before }
    },
    onSuccess: (uses, moving, { before }) => {
      const back = () => mutate({ move: undoOf(moving.move, before, uses), who: moving.who, force: true, isUndo: true })
      undo.current = moving.isUndo ? null : back
      tell.done(moving, back)
    },
    onError: (error, moving, context) => {
      if (context) restore(queries, context.before)
      if (error instanceof ApiError && mayForce(error) && !moving.force) setConflict({ moving, error })
      else tell.failed(moving, error)
    },
    onSettled: () => {
      // While other moves are on their way, the server's answer would take them back on the screen.
      if (queries.isMutating({ mutationKey }) > 1) return
      void queries.invalidateQueries(calendars)
      void queries.invalidateQueries({ queryKey: ['manifest'] })
    },
  })
  const undoLast = useSteady(() => {
    const back = undo.current
    undo.current = null
    back?.()
  })
  return { move: mutate, conflict, closeConflict: () => setConflict(null), undoLast }
}

/** Tell what was moved, with Undo unless it was one, or why it was not. */
function useTell() {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const errorText = useErrorText()
  return {
    done: ({ move, who, isUndo }: Moving, back: () => void) =>
      toast.success(t(isUndo ? 'undone' : 'moved', { who }), {
        id: `departure-${move.slot.id}`,
        action: isUndo ? undefined : { label: tc('undo'), onClick: back },
      }),
    failed: ({ move, who }: Moving, error: unknown) =>
      toast.error(t('notMoved', { who }), { id: `departure-${move.slot.id}`, description: errorText(error) }),
  }
}

/** Returns the uses of the resource that were moved; none for a guide. */
async function send({ move, force = false }: Moving): Promise<number[]> {
  if (move.what === 'guide') {
    await saveCrew(move.slot.id, move.crew, force)
    return []
  }
  const { bookingResources } = await moveResources(move.slot.id, {
    from_resource_id: move.from,
    to_resource_id: move.to,
    booking_resource_ids: move.uses ?? null,
    force,
  })
  return bookingResources.map((use) => use.id)
}

function undoOf(move: Move, before: Slot, uses: number[]): Move {
  const back = { slot: before, from: move.to, to: move.from }
  if (move.what === 'guide') return { ...back, what: 'guide', crew: before.guides as CrewMember[] }
  return { ...back, what: 'resource', uses: uses.length > 0 ? uses : undefined }
}

/** Guides always; a resource where only a blackout speaks against it (docs/adr/0020). */
export const mayForce = ({ code, detail }: ApiError) =>
  code === 'guide_conflict' || (code === 'resource_unavailable' && detail.can_force === true)

const isCalendar = (data: unknown): data is CalendarData =>
  typeof data === 'object' && data !== null && 'timeslots' in data

function patch(queries: QueryClient, change: (data: CalendarData) => CalendarData) {
  queries.setQueriesData(calendars, (data: unknown) => (isCalendar(data) ? change(data) : data))
}

function slotIn(queries: QueryClient, id: number): Slot | undefined {
  for (const [, data] of queries.getQueriesData(calendars)) {
    const found = isCalendar(data) ? findSlot(data, id) : undefined
    if (found) return found
  }
  return undefined
}

function restore(queries: QueryClient, before: Slot) {
  patch(queries, (data) => {
    const now = findSlot(data, before.id)
    return now ? withSlot(data, withBefore(now, before)) : data
  })
}
