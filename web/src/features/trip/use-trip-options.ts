'use client'
import { useQuery } from '@tanstack/react-query'
import { tableQuery } from '@/components/table/api'

/** What the operator set up to choose from: where guests heard of us, why trips are flagged. */
export function useTripOptions(column: 'trip_source' | 'flag_reason'): { id: number; name: string }[] {
  const { data } = useQuery(tableQuery('trips'))
  const options = data?.columns.find((one) => one.key === column)?.options ?? []
  return options.map(({ id, name }) => ({ id: Number(id), name }))
}
