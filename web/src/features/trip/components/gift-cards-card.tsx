'use client'
import { useTranslations } from 'use-intl'
import { SoldCards } from '@/components/gift-cards/sold-cards'
import { Card } from '@/components/ui/page-header'
import { useCan } from '@/lib/session'
import { useTrip } from '../trip-context'

/** The gift cards that were sold with this trip, or that it is all about. */
export function GiftCardsCard() {
  const t = useTranslations('trip')
  const { trip, zone } = useTrip()
  const isLinked = useCan('giftcard.view')
  return (
    <Card title={t('giftCards')}>
      <SoldCards cards={trip.giftCards} currency={trip.currency} zone={zone} isLinked={isLinked} />
    </Card>
  )
}
