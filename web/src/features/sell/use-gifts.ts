'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Attempts } from '@/components/pay/attempts'
import { postOnce } from '@/components/pay/send'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import type { TripAnswer } from './api'
import { useSale } from './use-sale'

export type GiftWish = {
  purchased_amount: number
  recipient_name: string
  recipient_email: string | null
  sender_name: string
  message: string
  /** Handed over on paper instead of sent. */
  is_physical: boolean
}

/** Gift cards that are sold over the counter: they belong to the draft at once, and count when it is paid. */
export function useGifts() {
  const t = useTranslations('sell')
  const errorText = useErrorText()
  const { store } = useSale()
  const [attempts] = useState(() => new Attempts())
  const tell = (error: unknown) => toast.error(t('giftFailed'), { id: 'gift', description: errorText(error) })
  const adding = useMutation({
    mutationFn: async (wish: GiftWish) => {
      const trip = await store.ensure()
      store.take(await postOnce<TripAnswer>(attempts, '/api/giftCard/save', {}, { ...wish, trip: trip.id }))
    },
  })
  const removing = useMutation({
    mutationFn: async (giftCard: number) => {
      const trip = await store.ensure()
      const body = { reason: 'removed', trip: trip.id }
      store.take(await postOnce<TripAnswer>(attempts, '/api/giftCard/{giftCard}/remove', { giftCard }, body))
    },
    onError: tell,
  })
  return { adding, remove: removing.mutate, isBusy: adding.isPending || removing.isPending }
}
