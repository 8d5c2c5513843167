'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Reseller } from '@/api/models'
import { resellerKey, resellerQuery } from './api'

/** Put a reseller as the server answered it where every screen finds it, and read again what shows resellers. */
export function useKeep() {
  const queries = useQueryClient()
  return useCallback(
    (saved: Reseller) => {
      const { queryKey } = resellerQuery(saved.id)
      queries.setQueryData(queryKey, saved)
      const keys = [resellerKey(saved.id), ['list', 'resellers'], ['resellers'], ['channels', 'partners']]
      void Promise.all(
        keys.map((key) =>
          queries.invalidateQueries({
            queryKey: key,
            predicate: ({ queryKey: one }) => one.join() !== queryKey.join(),
          }),
        ),
      )
    },
    [queries],
  )
}
