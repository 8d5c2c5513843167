'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { sessionQuery } from './session'
import { toast } from './toast'

const save = (hide: boolean) => dataOf(api.POST('/api/userAvatars/me/hideSetupTasks', { body: { hide } }))

/** Hide the first steps from one's own screens, with a way back, or show them again. */
export function useHideSteps() {
  const t = useTranslations('dashboard')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => toast.error(errorText(error)),
  })
  return {
    isPending,
    show: () => mutate(false),
    hide: () =>
      mutate(true, {
        onSuccess: () => toast(t('stepsHidden'), { action: { label: common('undo'), onClick: () => mutate(false) } }),
      }),
  }
}
