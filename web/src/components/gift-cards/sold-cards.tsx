'use client'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { CardThumb } from './card-face'
import { CardStatusBadge } from './status-badge'

type SoldCard = TripFull['giftCards'][number]
type Props = { cards: SoldCard[]; currency: string; zone: string; isLinked?: boolean }

/** The gift cards that a trip buys: what each is worth, whom it is for, and when it reaches them. */
export function SoldCards({ cards, isLinked, ...rest }: Props) {
  return (
    <ul className="divide-y">
      {cards.map((card) => (
        <li key={`${card.id} ${card.kind}`} className="flex items-start gap-4 py-3 first:pt-0 last:pb-0">
          <div className="w-20 shrink-0">
            <CardThumb look={card.style} />
          </div>
          <Facts card={card} isLinked={isLinked} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type FactsProps = Omit<Props, 'cards'> & { card: SoldCard }

function Facts({ card, currency, zone, isLinked }: FactsProps) {
  const t = useTranslations('cardFace')
  const format = useFormat()
  const { recipient_name, recipient_email, delivered_at, deliver_at } = card
  const name = recipient_name || recipient_email
  const mail = delivered_at
    ? t('deliveredAt', { when: format.instant(delivered_at, zone) })
    : deliver_at && t('goesOutAt', { when: format.instant(deliver_at, zone) })
  return (
    <div className="min-w-0 grow">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          {isLinked ? (
            <AppLink
              to="giftCards"
              params={{}}
              query={`card=${card.id}`}
              className="underline decoration-line-strong underline-offset-4 hover:text-accent"
            >
              {t('title')} •••• {card.last4}
            </AppLink>
          ) : (
            <>
              {t('title')} •••• {card.last4}
            </>
          )}
        </p>
        <p className="font-medium tabular-nums">{format.money(card.purchased_amount + card.promo_amount, currency)}</p>
      </div>
      {name && <p className="text-soft">{t('for', { name })}</p>}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
        <CardStatusBadge status={card.status} />
        {mail}
      </div>
    </div>
  )
}
