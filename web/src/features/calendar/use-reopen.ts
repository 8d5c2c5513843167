'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { saveStatus } from './api'

/** Sell a cancelled departure again; orders that were cancelled with it stay cancelled. */
export function useReopen() {
  const t = useTranslations('calendar')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (timeslot: number) => saveStatus(timeslot, 'open'),
    onSuccess: () => toast.success(t('saved')),
    onError: (error) => toast.error(t('notSaved'), { description: errorText(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['calendar'] })
      void queries.invalidateQueries({ queryKey: ['manifest'] })
    },
  })
}
