'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { languageName } from '@/lib/languages'
import { useFormat } from '@/lib/use-format'
import type { CardTrip, GiftCard } from '../api'

/** Whose it is, how it came about, and until when it can be spent. */
export function CardFacts({ card, zone }: { card: GiftCard; zone: string }) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const day = (at: string) => format.day(dayIn(zone, new Date(at)), 'medium')
  const recipient = [card.recipient_name, card.recipient_email].filter(Boolean).join(' · ')
  const rows: ([string, ReactNode] | false)[] = [
    !!recipient && [t('recipient'), recipient],
    !!card.sender_name && [t('sender'), card.sender_name],
    !!card.message && [
      t('message'),
      <span key="message" className="whitespace-pre-line">
        {card.message}
      </span>,
    ],
    !card.is_physical && [t('language'), languageName(card.locale)],
    [t('col_sold_trip'), card.sold_trip ? <TripLink trip={card.sold_trip} /> : t('noTrip')],
    !!card.sold_price && [t('price'), format.money(card.sold_price, card.currency)],
    [t('delivery'), useDelivery(card, zone)],
    [t('col_expires_at'), card.expires_at ? day(card.expires_at) : t('never')],
    card.balance_promo > 0 && [t('promoUntil'), card.promo_expires_at ? day(card.promo_expires_at) : t('never')],
    !!card.note && [t('note'), card.note],
  ]
  return (
    <div className="space-y-4">
      {card.status === 'void' && <Notice tone="bad">{t('voidSince', { reason: card.void_reason })}</Notice>}
      {card.suspended_at && <Notice tone="warn">{t('suspended')}</Notice>}
      {card.held_until && (
        <Notice tone="info">{t('heldUntil', { time: format.instantTime(card.held_until, zone) })}</Notice>
      )}
      <KeyValues rows={rows.filter((row) => row !== false)} />
    </div>
  )
}

function useDelivery(card: GiftCard, zone: string): string {
  const t = useTranslations('giftCards')
  const face = useTranslations('cardFace')
  const format = useFormat()
  if (card.is_physical) return t('onPaper')
  if (card.delivered_at) return face('deliveredAt', { when: format.instant(card.delivered_at, zone) })
  if (card.deliver_at) return face('goesOutAt', { when: format.instant(card.deliver_at, zone) })
  return t('delivery_none')
}

export function TripLink({ trip }: { trip: CardTrip }) {
  return (
    <AppLink
      to="trip"
      params={{ trip: String(trip.id) }}
      className="font-mono underline underline-offset-4 hover:text-accent"
    >
      {trip.confirmation_code}
    </AppLink>
  )
}
