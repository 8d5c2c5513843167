'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invoiceQuery, type Invoice } from './api'

/** What an invoice says of trips and partners is shown in many places: each is asked for anew. */
export function useRenew() {
  const queries = useQueryClient()
  return useCallback(() => {
    const keys = [['invoices'], ['list', 'invoices'], ['list', 'resellers'], ['reseller'], ['trip']]
    void Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, [queries])
}

/** Put an invoice as the server answered it where every screen finds it, and read again what depends on it. */
export function useKeep() {
  const queries = useQueryClient()
  const renew = useRenew()
  return useCallback(
    (saved: Invoice) => {
      queries.setQueryData(invoiceQuery(saved.id).queryKey, saved)
      renew()
    },
    [queries, renew],
  )
}
