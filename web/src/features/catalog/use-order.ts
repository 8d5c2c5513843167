import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'

/** Puts the rows of a query into another order: at once, and back with a reason when it is refused. */
export function useOrder<T extends { id: number }>(queryKey: QueryKey, reorder: (ids: number[]) => Promise<T[]>) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const change = useMutation({
    mutationFn: reorder,
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey, exact: true })
      const before = queries.getQueryData<T[]>(queryKey)
      queries.setQueryData<T[]>(queryKey, (old) => old?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
      return before
    },
    onSuccess: (rows) => queries.setQueryData<T[]>(queryKey, rows),
    onError: (error, _ids, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
  })
  return change.mutate
}
