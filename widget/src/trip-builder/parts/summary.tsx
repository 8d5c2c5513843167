import { useState } from 'react'
import { longDate } from '../../dates'
import { dotted } from '../../isolate'
import { mediumDate } from '../../times'
import { pickLines } from '../addons'
import type { Checkout } from '../checkout/flow'
import { toPay } from '../checkout/path'
import { isCounted, totalOf, unsaved } from '../checkout/total'
import { useBuilder, type BuilderUi } from '../context'
import { quantityOf } from '../guests'
import { linesOfTrip, paidByCards, type Line } from '../lines'
import { activeOrders, type TripOrder } from '../types'
import type { Late } from '../use-late'
import { Photo } from './photo'
import { timeText } from './time-text'

function chosenLines({ state: { prices, quantities } }: BuilderUi): Line[] {
  return (prices?.prices ?? [])
    .filter((price) => quantityOf(quantities, price) > 0)
    .map((price) => {
      const qty = quantityOf(quantities, price)
      const label = price.label || price.customer_type.name
      const text = qty > 1 ? `${label} × ${qty}` : label
      return { key: `p${price.experience_customer_type_id}`, text, amount: qty * price.price, kind: 'ticket', isIncluded: false }
    })
}

/** The lines of an order; while extras are being picked, what is picked stands in the place of what was saved. */
function ownLines(order: TripOrder, lines: Line[], { step, extras, picks, orderId }: Checkout): Line[] {
  if (step !== 'extras' || !extras || order.id !== orderId) return lines
  const picked = pickLines(extras.available, picks, order).map((line) => ({ ...line, kind: 'addon', isIncluded: false }))
  return [...lines.filter(({ kind }) => kind !== 'addon'), ...picked]
}

function Row({ line: { text, amount, kind, isIncluded } }: { line: Line }) {
  const { t, money } = useBuilder()
  return (
    <div className={amount < 0 ? 'less' : undefined}>
      <dt>
        <bdi>{kind === 'booking_fee' ? t('bookingFee') : text}</bdi>
        {isIncluded && <small> ({t('included')})</small>}
      </dt>
      <dd>{money(amount)}</dd>
    </div>
  )
}

function Sum({ name, label, amount }: { name: string; label: string; amount: number }) {
  const { money } = useBuilder()
  return (
    <div className={name}>
      <dt>{label}</dt>
      <dd>{money(amount)}</dd>
    </div>
  )
}

function whenOf({ timeslot }: TripOrder, ui: BuilderUi): string | null {
  return timeslot && dotted([mediumDate(timeslot.date, ui.locale), timeText(timeslot, ui)], ui.locale)
}

/** Everything that is in the cart, activity by activity, and how the total comes about. */
function Cart({ late }: { late: Late | null }) {
  const ui = useBuilder()
  const { t, state } = ui
  const trip = state.trip!
  const { orders, rest } = linesOfTrip(trip)
  const [cards, due] = [paidByCards(trip), toPay(state)]
  const total = totalOf(ui.state)!
  return (
    <>
      {orders.map(({ order, lines }) => (
        <section key={order.id} className="cart-order" aria-label={order.experience.name}>
          <h2 className="summary-title">
            <bdi>{order.experience.name}</bdi>
          </h2>
          <p className="summary-when">{whenOf(order, ui)}</p>
          <dl className="lines">
            {ownLines(order, lines, state).map((line) => (
              <Row key={line.key} line={line} />
            ))}
          </dl>
          {late && <late.OrderTools order={order} isOnly={orders.length === 1} />}
        </section>
      ))}
      {late && <late.AddMore />}
      <dl className="lines sums" aria-live="polite">
        {rest.map((line) => (
          <Row key={line.key} line={line} />
        ))}
        <Sum name="total" label={t('total')} amount={total} />
        {cards > 0 && <Sum name="less" label={t('giftCard')} amount={-cards} />}
        {due !== total && unsaved(state) === 0 && <Sum name="due" label={t('dueNow')} amount={due} />}
      </dl>
    </>
  )
}

/** What is being chosen now, and what the cart has already. */
function Choice() {
  const ui = useBuilder()
  const { t, state, experience, locale } = ui
  const { trip, timeslot, step, date, orderId } = state
  const total = totalOf(ui.state)
  const others = activeOrders(trip).filter(({ id }) => id !== orderId)
  return (
    <>
      <h2 className="summary-title">
        <bdi>{experience?.name}</bdi>
      </h2>
      <p className="summary-when">
        {dotted([longDate(timeslot?.date ?? date, locale), timeslot && step !== 'times' && timeText(timeslot, ui)], locale)}
      </p>
      {step !== 'times' && (
        <dl className="lines" aria-live="polite">
          {chosenLines(ui).map((line) => (
            <Row key={line.key} line={line} />
          ))}
          {total !== null && <Sum name="total" label={t('total')} amount={total} />}
        </dl>
      )}
      {others.map((order) => (
        <p key={order.id} className="summary-other">
          <bdi>{order.experience.name}</bdi>
          <span>{whenOf(order, ui)}</span>
        </p>
      ))}
    </>
  )
}

/** What is being bought, always in view; on a phone one line that opens. */
export function Summary({ late }: { late: Late | null }) {
  const ui = useBuilder()
  const { t, money, state } = ui
  const [isOpen, setOpen] = useState(false)
  const isCart = isCounted(state)
  const orders = activeOrders(state.trip)
  const [first] = orders
  const total = totalOf(ui.state)
  return (
    <aside className="summary" aria-label={t('summary')} data-open={isOpen}>
      <Photo className="photo-side" sizes="340px" />
      {isCart && first && (
        <button type="button" className="summary-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>
            <b>
              <bdi>{orders.length > 1 ? t('activities', { n: orders.length }) : first.experience.name}</bdi>
            </b>
            <small>{whenOf(first, ui)}</small>
          </span>
          {total !== null && <b>{money(total)}</b>}
        </button>
      )}
      <div className="summary-body">{isCart ? <Cart late={late} /> : <Choice />}</div>
    </aside>
  )
}
