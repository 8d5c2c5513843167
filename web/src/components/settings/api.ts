import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { General, GeneralSaved, GeneralSaveIn, PreviewIn } from '@/api/models'

export const generalQuery = queryOptions({
  queryKey: ['setup', 'general'],
  queryFn: () => dataOf(api.GET('/api/setup/general/get')),
})

export const saveGeneral = (body: GeneralSaveIn) => dataOf(api.POST('/api/setup/general/save', { body }))

/** What an example party pays, by rules that are not saved yet. */
export const previewQuery = (body: PreviewIn) =>
  queryOptions({
    queryKey: ['setup', 'preview', body],
    queryFn: () => dataOf(api.POST('/api/setup/preview', { body })),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** A change of the set-up: what the server answers is the set-up from then on, here and in the session. */
export function useGeneralChange<T>(change: (input: T) => Promise<GeneralSaved>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ general }) => {
      queries.setQueryData<General>(generalQuery.queryKey, general)
      void queries.invalidateQueries({ queryKey: ['session'] })
    },
  })
}
