'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Read again whatever shows customers: the pages of them, the list, the pairs. */
export function useRenew() {
  const queries = useQueryClient()
  return useCallback(async () => {
    const keys = [['customer'], ['customers'], ['list', 'customers']]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, [queries])
}
