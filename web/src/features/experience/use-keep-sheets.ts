import { useQueryClient } from '@tanstack/react-query'
import type { RateSheets } from '@/api/models'
import { archivedSheetsQuery, rateSheetsQuery } from './rates-api'

/** Put the rate sheets of an answer where every screen finds them; what hangs on them is asked for anew. */
export function useKeepSheets(experience: number) {
  const queries = useQueryClient()
  return (sheets: RateSheets) => {
    queries.setQueryData(rateSheetsQuery(experience).queryKey, sheets)
    void queries.invalidateQueries({ queryKey: archivedSheetsQuery(experience).queryKey })
    void queries.invalidateQueries({ queryKey: ['rate-sheets', experience, 'applied'] })
  }
}
