'use client'
import { Gift, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { useFormat } from '@/lib/use-format'
import { useGifts } from '../../use-gifts'
import { useSale } from '../../use-sale'

/** The gift cards on the slip, each with whom it is for. */
export function GiftLines() {
  const t = useTranslations('sell')
  const format = useFormat()
  const { trip } = useSale()
  const { remove, isBusy } = useGifts()
  if (!trip || trip.giftCards.length === 0) return null
  return (
    <ul className="space-y-2">
      {trip.giftCards.map((card) => (
        <li key={card.id} className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">
            <Gift aria-hidden className="size-4 shrink-0 text-faint" />
            <span className="min-w-0">
              <span className="block font-medium tabular-nums">
                {t('giftCard')} {format.moneyShort(card.purchased_amount, trip.currency)}
              </span>
              {card.recipient_name && <span className="block truncate text-sm text-faint">{card.recipient_name}</span>}
            </span>
          </span>
          <IconButton label={t('takeOut')} isDisabled={isBusy} onPress={() => remove(card.id)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
