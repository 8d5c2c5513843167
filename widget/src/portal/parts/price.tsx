import { nameOf, type BillLine } from '../../bill'
import { dotted } from '../../isolate'
import { momentText } from '../times'
import type { Receipt } from '../types'
import type { PortalUi } from '../ui'

function labelOf({ t }: PortalUi, { term, label, qty, is_inclusive }: BillLine): string {
  const name = nameOf(term ? t(term) : label, qty)
  return is_inclusive ? t('included', { name }) : name
}

function Line({ label, amount, isTotal }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'total' : undefined}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}

const METHODS = { cash: 'byCash', gift_card: 'byGiftCard' } as const

function methodOf({ t }: PortalUi, { kind, method, card }: Receipt): string {
  const brand = card?.brand ? card.brand.charAt(0).toUpperCase() + card.brand.slice(1) : null
  const how = card && brand ? t('byCard', { brand, last4: card.last4 }) : t(METHODS[method as keyof typeof METHODS] ?? 'byOther')
  return kind === 'refund' ? t('refundBy', { method: how }) : how
}

/** How the price comes about, and every payment and refund so far. */
export function Price({ ui }: { ui: PortalUi }) {
  const { t, money, portal, locale } = ui
  const { trip, properties, receipts } = portal
  if (trip.is_price_hidden || trip.billLines.length === 0) return null
  return (
    <section className="card">
      <h2>{t('price')}</h2>
      <dl className="lines">
        {trip.billLines.map((line, index) => (
          <Line key={index} label={labelOf(ui, line)} amount={money(line.amount)} />
        ))}
        <Line label={t('tripTotal')} amount={money(trip.totals.total)} isTotal />
        {receipts.map((receipt) => (
          <div key={receipt.id}>
            <dt>
              {methodOf(ui, receipt)}
              <small>
                {dotted(
                  [momentText(receipt.at, locale, properties.time_zone), receipt.tip_amount > 0 && t('withTip', { amount: money(receipt.tip_amount) })],
                  locale,
                )}
              </small>
            </dt>
            <dd>{money(receipt.kind === 'refund' ? receipt.amount : -receipt.amount)}</dd>
          </div>
        ))}
        {portal.payments.due_amount > 0 && <Line label={t('due')} amount={money(portal.payments.due_amount)} isTotal />}
      </dl>
    </section>
  )
}

/** Gift cards that were bought with the trip. */
export function GiftCards({ ui: { t, money, portal } }: { ui: PortalUi }) {
  const { giftCards } = portal.trip
  if (giftCards.length === 0) return null
  return (
    <section className="card">
      <h2>{t('giftCards')}</h2>
      <dl className="lines">
        {giftCards.map((card) => (
          <div key={card.id}>
            <dt>
              <bdi>{card.recipient_name || t('giftCard')}</bdi>
              <small dir="ltr">{`•••• ${card.last4}`}</small>
            </dt>
            <dd>{money(card.purchased_amount + card.promo_amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
