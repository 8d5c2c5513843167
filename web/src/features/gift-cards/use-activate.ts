'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { activateCard } from './api'

/** Make a card good; where nobody pays for it, `onUnpaid` asks who does or why it is given away. */
export function useActivate(card: number | string, onDone: () => void, onUnpaid: () => void) {
  const t = useTranslations('giftCards')
  const common = useTranslations('common')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => activateCard(card),
    onSuccess: () => {
      toast.success(t('activated'))
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.detail.reason === 'unpaid') return onUnpaid()
      toast.error(common('failedTitle'), { description: errorText(error) })
    },
  })
}
