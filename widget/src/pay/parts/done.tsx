import { Check } from '../../icons'
import { usePay } from '../context'
import { startOver } from '../desk'
import type { Receipt } from '../types'
import { Booked } from './purpose'

function useMethod(): (receipt: Receipt) => string {
  const { t } = usePay()
  return ({ method, card }) => {
    if (card) return t('byCard', { brand: brandOf(card.brand), last4: card.last4 })
    return method === 'gift_card' ? t('byGiftCard') : t('byOther')
  }
}

const brandOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)

function Row({ receipt }: { receipt: Receipt }) {
  const { t, money, locale, link } = usePay()
  const method = useMethod()
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: link.operator.time_zone })
  return (
    <div>
      <dt>
        {method(receipt)}
        <small>{at.format(new Date(receipt.paid_at))}</small>
      </dt>
      <dd>
        {money(receipt.amount)}
        {!!receipt.returned_amount && <small>{t('receiptReturned', { amount: money(receipt.returned_amount) })}</small>}
        {receipt.tip_amount > 0 && <small>{t('withTip', { amount: money(receipt.tip_amount) })}</small>}
      </dd>
    </div>
  )
}

/** Paid: the proof of it, to keep or to print. */
export function Done() {
  const { t, link, money } = usePay()
  const { trip, operator } = link
  // What others paid of a tab is theirs.
  const receipts = link.state === 'open' ? link.receipts.slice(-1) : link.receipts
  const sum = receipts.reduce((total, receipt) => total + receipt.amount, 0)
  return (
    <article className="pay-done">
      <span className="page-mark">
        <Check />
      </span>
      <h1 className="heading">{t('paidTitle')}</h1>
      <p className="detail">{t(link.invoice ? 'invoicePaidText' : 'paidText', { name: operator.name })}</p>
      <section className="pay-receipt" aria-label={t('receipt')}>
        <p className="pay-receipt-head">
          <b>
            <bdi>{operator.name}</bdi>
          </b>
          <span dir="ltr">{trip.confirmation_code}</span>
        </p>
        {link.invoice ? (
          <p>
            <bdi>{link.invoice.reseller_name}</bdi>
          </p>
        ) : (
          <Booked />
        )}
        <dl className="lines">
          {receipts.map((receipt, index) => (
            <Row key={index} receipt={receipt} />
          ))}
          {receipts.length > 1 && (
            <div className="total">
              <dt>{t('paidSum')}</dt>
              <dd>{money(sum)}</dd>
            </div>
          )}
          {trip.balance > 0 && (
            <div>
              <dt>{t('stillOpen')}</dt>
              <dd>{money(trip.balance)}</dd>
            </div>
          )}
        </dl>
      </section>
      <Next />
    </article>
  )
}

function Next() {
  const { t, link, desk } = usePay()
  return (
    <div className="page-links">
      {link.trip.portal_url && (
        <a className="button" href={link.trip.portal_url}>
          {t('openTrip')}
        </a>
      )}
      <button type="button" className="button quiet" onClick={() => window.print()}>
        {t('print')}
      </button>
      {link.state === 'open' && link.amount_mode === 'tab' && (
        <button type="button" className="button quiet" onClick={() => startOver(desk)}>
          {t('payMore')}
        </button>
      )}
    </div>
  )
}
