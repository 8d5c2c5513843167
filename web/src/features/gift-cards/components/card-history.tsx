'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import type { CardMovement, GiftCard } from '../api'
import { moveOf } from '../model'
import { TripLink } from './card-facts'

/** The journal of a card: each movement of its value, and what was on it afterwards. */
export function CardHistory({ card, zone }: { card: GiftCard; zone: string }) {
  const t = useTranslations('giftCards')
  return (
    <section aria-labelledby="card-history">
      <h3 id="card-history" className="mb-2 font-semibold">
        {t('history')}
      </h3>
      {card.movements.length === 0 ? (
        <p className="text-sm text-faint">{t('noHistory')}</p>
      ) : (
        <ol className="divide-y border-y">
          {card.movements.map((movement) => (
            <Row key={movement.id} movement={movement} currency={card.currency} zone={zone} />
          ))}
        </ol>
      )}
    </section>
  )
}

type RowProps = { movement: CardMovement; currency: string; zone: string }

function Row({ movement, currency, zone }: RowProps) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`moved_${moveOf(movement.kind)}`)} {movement.trip && <TripLink trip={movement.trip} />}
        </p>
        {movement.reason && <p className="text-soft">{movement.reason}</p>}
        <p className="text-faint">
          {movement.by && `${movement.by} · `}
          <time dateTime={movement.at}>{format.instant(movement.at, zone)}</time>
        </p>
      </div>
      <div className="shrink-0 text-end tabular-nums">
        <p className={cx('font-medium', movement.amount > 0 && 'text-good')}>
          {movement.amount > 0 && '+'}
          {format.money(movement.amount, currency)}
        </p>
        <p className="text-faint">{t('left', { amount: format.money(movement.balance, currency) })}</p>
      </div>
    </li>
  )
}
