'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'

/** Does something with a conversation; the list, the thread and the badge are read again. */
export function useDeed<T>(deed: (what: T) => Promise<unknown>, said?: string) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: deed,
    onSuccess: () => said && toast.success(said),
    onError: (problem) => toast.error(errorText(problem)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
}
