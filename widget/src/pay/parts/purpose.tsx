import { longDate } from '../../dates'
import { nameOf, type BillLine } from '../../bill'
import { dotted } from '../../isolate'
import { dayAndTime, mediumDate } from '../../times'
import { Picture } from '../../picture'
import { usePay } from '../context'
import { titleOf } from '../naming'
import type { Order } from '../types'

/** What was booked and when: the day is the operator's. */
export function Booked() {
  const { link, locale, t } = usePay()
  return (
    <ul className="pay-orders">
      {link.orders.map((order, index) => (
        <li key={index}>
          <b>
            <bdi>{order.experience_name}</bdi>
          </b>
          <span>
            {dotted([whenText(order, t, locale), t('guestCnt', { n: order.guest_cnt })], locale)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function whenText({ date, start_time: time }: Order, t: ReturnType<typeof usePay>['t'], locale: string): string {
  if (!date) return t('dateOpen')
  return time ? dayAndTime(date, time, locale, 'short') : mediumDate(date, locale)
}

/** What the money is for, and how it comes about. */
export function Purpose() {
  const { link, t, money, locale } = usePay()
  const { trip, amount_mode, sent_amount, amount, orders, note, expires_at } = link
  const isChanged = sent_amount !== null && sent_amount !== amount && amount_mode !== 'tab'
  const until = expires_at && longDate(expires_at.slice(0, 10), locale)
  return (
    <section className="pay-purpose">
      {orders[0]?.hero_image && (
        <Picture url={orders[0].hero_image} className="pay-photo" sizes="(max-width: 759px) 100vw, 430px" />
      )}
      <h1 className="heading">{t(titleOf(link))}</h1>
      <Booked />
      {note && (
        <p className="pay-note">
          <bdi>{note}</bdi>
        </p>
      )}
      {isChanged && (
        <div className="notice warn" role="status">
          <p>{t('changedSince', { from: money(sent_amount), to: money(amount) })}</p>
        </div>
      )}
      <dl className="lines">
        {link.billLines.map((line, index) => (
          <Line key={index} label={labelOf(line, t)} amount={money(line.amount)} />
        ))}
        <Line label={t('tripTotal')} amount={money(trip.total)} />
        {trip.paid > 0 && <Line label={t('alreadyPaid')} amount={money(-trip.paid)} />}
        {trip.paid > 0 && <Line label={t('stillOpen')} amount={money(trip.balance)} />}
        {amount_mode !== 'tab' && amount !== trip.balance && <Line label={t('due')} amount={money(amount)} />}
        {trip.confirmation_code && <Line label={t('confirmation')} amount={trip.confirmation_code} isCode />}
      </dl>
      {until && <p className="detail">{t('validUntil', { date: until })}</p>}
    </section>
  )
}

function labelOf({ term, label, qty, is_inclusive }: BillLine, t: ReturnType<typeof usePay>['t']): string {
  const name = nameOf(term ? t(term) : label, qty)
  return is_inclusive ? t('included', { name }) : name
}

function Line({ label, amount, isCode }: { label: string; amount: string; isCode?: boolean }) {
  return (
    <div>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd dir={isCode ? 'ltr' : undefined}>{amount}</dd>
    </div>
  )
}
