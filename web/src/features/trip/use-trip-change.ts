'use client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useSteady } from '@/lib/use-steady'
import { historyQuery, messagesQuery, tripQuery } from './api'
import type { Change, Trip, Warning } from './types'

/** Codes after which the trip on the screen is not the one the server has. */
const outdated = ['changed_meanwhile', 'trip_locked', 'already_done', 'hold_expired', 'price_changed', 'not_found']

/**
 * The one way a trip is changed from here: one at a time, each with the newest version.
 *
 * The server's trip replaces the one on the screen. A refusal takes a guess back; `ask` throws it for
 * the window that asked, `act` says it in a message.
 */
export function useTripChange(id: string) {
  const queries = useQueryClient()
  const tell = useTell()
  const { queryKey } = tripQuery(id)
  const { mutate, mutateAsync, isPending } = useMutation({
    scope: { id: `trip-${id}` },
    mutationFn: (change: Asked) => change.send(current(queries, id)).catch(tell.explained),
    onMutate: async ({ guess }) => {
      await queries.cancelQueries({ queryKey, exact: true })
      const before = current(queries, id)
      if (guess) queries.setQueryData(queryKey, guess(before))
      return { before }
    },
    onSuccess: ({ trip, warnings }, change, { before }) => {
      queries.setQueryData(queryKey, { ...trip, isOwn: true })
      renew(queries, id)
      const undo = typeof change.undo === 'function' ? change.undo(before, trip) : change.undo
      const done = typeof change.done === 'function' ? change.done(before, trip) : change.done
      tell.done(done, warnings, undo ? () => mutate(undo) : null)
    },
    onError: (error, change, context) => {
      if (change.guess && context) queries.setQueryData(queryKey, context.before)
      if (error instanceof ApiError && outdated.includes(error.code)) void queries.invalidateQueries({ queryKey })
      if (!change.isAsked) tell.failed(error)
    },
  })
  const ask = useSteady(async (change: Change) => (await mutateAsync({ ...change, isAsked: true })).trip)
  const act: (change: Change) => void = mutate
  return { ask, act, isPending }
}

type Asked = Change & { isAsked?: true }

/** The newest trip that is known. */
function current(queries: QueryClient, id: string): Trip {
  const trip = queries.getQueryData(tripQuery(id).queryKey)
  if (!trip) throw new Error('The trip is not loaded.')
  return trip
}

/** What shows the trip elsewhere is read again when it is next looked at. */
function renew(queries: QueryClient, id: string) {
  for (const { queryKey } of [historyQuery(id), messagesQuery(id)]) void queries.invalidateQueries({ queryKey })
  for (const key of ['manifest', 'trips', 'calendar', 'departures']) {
    void queries.invalidateQueries({ queryKey: [key], refetchType: 'none' })
  }
}

/** Say what was done, with Undo where there is one; what to know; or why it was not done. */
function useTell() {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const errorText = useErrorText()
  return {
    explained: (error: unknown) => {
      // The page shows the newer trip by then, so what was asked for may simply be asked again.
      const isStale = error instanceof ApiError && error.code === 'stale_version'
      if (!isStale) throw error
      throw new ApiError(409, { code: 'changed_meanwhile', message: t('changedMeanwhile'), detail: error.detail })
    },
    done: (done: string | undefined, warnings: Warning[], undo: (() => void) | null) => {
      const action = undo ? { label: common('undo'), onClick: undo } : undefined
      if (done) toast.success(done, { id: 'trip', action })
      for (const warning of warnings) toast(warning.message, { id: `trip-${warning.code}` })
    },
    failed: (error: unknown) => toast.error(t('notSaved'), { id: 'trip', description: errorText(error) }),
  }
}
