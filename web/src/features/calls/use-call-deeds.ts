'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callQuery, callsKey, saveCall, setCallback } from '@/components/calls/api'
import type { Call, CallNote } from '@/components/calls/types'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'

/** What staff do with one call; the page shows what the server made of it. */
export function useCallDeeds(call: Call) {
  const t = useTranslations('callLines')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const settled = {
    onSuccess: (saved: Call) => {
      queries.setQueryData(callQuery(call.id).queryKey, saved)
      void queries.invalidateQueries({ queryKey: [...callsKey, 'of'] })
      void queries.invalidateQueries({ queryKey: ['list', 'calls'] })
    },
    onError: (error: Error) => toast.error(t('failed'), { description: errorText(error) }),
  }
  const save = useMutation({ mutationFn: (note: CallNote) => saveCall(call.id, note), ...settled })
  const callback = useMutation({
    mutationFn: (state: Call['callback']) => setCallback(call.id, state),
    ...settled,
  })
  return {
    save: save.mutate,
    saveNow: save.mutateAsync,
    setCallback: callback.mutate,
    isPending: save.isPending || callback.isPending,
  }
}
