'use client'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { useConfirmed } from '@/components/security/confirmed'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useTranslations } from 'use-intl'
import { useRenewMe } from './api'

/** A change of one's own secrets: asks for a proof where one is wanted, and shows what is so afterwards. */
export function useDeed<A, T>(deed: (argument: A) => Promise<T>, onSuccess?: (result: T) => void) {
  const t = useTranslations('profile')
  const errorText = useErrorText()
  const confirmed = useConfirmed()
  const renew = useRenewMe()
  return useMutation({
    mutationFn: (argument: A) => confirmed(() => deed(argument)),
    onSuccess,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'confirmation_required') return // the person closed the question
      toast.error(code === 'last_factor' ? t('lastFactor') : errorText(error))
    },
    onSettled: renew,
  })
}
