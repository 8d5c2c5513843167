'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AvailabilityRule, BulkEditIn } from '@/api/models'
import { useDebounced } from '@/lib/use-debounced'
import { useGo } from '@/lib/use-go'
import { bulkEdit, bulkPreviewQuery } from './api'
import {
  changeKinds,
  changesBody,
  everything,
  filterOf,
  filterOfRules,
  isSaid,
  LIVE_UP_TO,
  type Changes,
  type Wanted,
} from './bulk'

type Asked = Omit<BulkEditIn, 'dry_run'>

/**
 * A bulk edit being put together: which rules, what becomes of them, and the difference.
 *
 * The difference follows what is typed; when very many departures are meant it waits for a press.
 */
export function useBulk(experience: number | null) {
  const [wanted, setWanted] = useState<Wanted>({ ...everything, experiences: experience === null ? [] : [experience] })
  const [dropped, setDropped] = useState<readonly number[]>([])
  const [changes, setChanges] = useState<Changes>({})
  const matches = useQuery(bulkPreviewQuery({ filter: useDebounced(filterOf(wanted), 350), changes: {} }))
  const rules = (!matches.error && matches.data?.rules) || []
  const chosen = rules.filter((rule) => !dropped.includes(rule.id))
  const body = bodyOf(chosen, changes)
  const isLive = (matches.data?.timeslot_cnt ?? 0) <= LIVE_UP_TO
  const { difference, isCurrent, ask } = useDifference(body, isLive)
  const apply = useApply()
  return {
    ...{ wanted, setWanted, matches, rules, chosen, dropped, setDropped, changes, setChanges },
    ...{ difference, isCurrent, isLive, hasBody: body !== null, ask, apply },
    start: () => body && apply.mutate(body),
  }
}

export type Bulk = ReturnType<typeof useBulk>

function bodyOf(chosen: AvailabilityRule[], changes: Changes): Asked | null {
  if (!chosen.length || !changeKinds.some((kind) => isSaid(kind, changes))) return null
  return { filter: filterOfRules(chosen.map((rule) => rule.id)), changes: changesBody(changes) }
}

function useDifference(body: Asked | null, isLive: boolean) {
  const text = body && JSON.stringify(body)
  const rested = useDebounced(text, 500)
  const [pressed, setPressed] = useState<string | null>(null)
  const asked = isLive ? rested : pressed
  const difference = useQuery(bulkPreviewQuery(asked === null ? null : (JSON.parse(asked) as Asked)))
  return {
    difference,
    isCurrent: text !== null && text === asked && !difference.isFetching && difference.isSuccess,
    ask: () => setPressed(text),
  }
}

function useApply() {
  const go = useGo()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked) => bulkEdit({ ...body, dry_run: false }),
    onSuccess: ({ job }) => {
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      if (job) go('bulkEdit', {}, { query: `job=${job.id}` })
    },
  })
}
