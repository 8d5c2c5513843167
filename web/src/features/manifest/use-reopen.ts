'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { reopen } from './api'

/** Sell a cancelled departure again; orders that were cancelled with it stay cancelled. */
export function useReopen() {
  const t = useTranslations('manifest')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ timeslot }: { timeslot: number; who: string }) => reopen(timeslot),
    onSuccess: (_answer, { who }) => toast.success(t('reopened', { who }), { description: t('reopenedText') }),
    onError: (error, { who }) => toast.error(t('notSaved', { who }), { description: errorText(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['manifest'] })
      void queries.invalidateQueries({ queryKey: ['calendar'] })
    },
  })
}
