import { longDate } from '../../dates'
import { estimate, partySize, quantityOf } from '../guests'
import { useBuilder, type BuilderUi } from '../context'
import { activeOrder, type PriceLine } from '../types'
import { Photo } from './photo'
import { timeText } from './time-text'

type Line = { key: string; text: string; amount: number; kind: string; isIncluded: boolean }

/** Lines that differ only in whom they are for are one line: the server writes one for every booking. */
export function groupedLines(lines: readonly PriceLine[]): Line[] {
  const groups = new Map<string, { line: PriceLine; qty: number; amount: number }>()
  for (const line of lines) {
    const key = `${line.kind} ${line.label} ${line.unit_amount} ${line.is_inclusive ?? false}`
    const group = groups.get(key) ?? { line, qty: 0, amount: 0 }
    groups.set(key, { line, qty: group.qty + line.qty, amount: group.amount + line.amount })
  }
  return [...groups].map(([key, { line, qty, amount }]) => ({
    key,
    text: qty > 1 ? `${line.label} × ${qty}` : line.label,
    amount,
    kind: line.kind,
    isIncluded: line.is_inclusive ?? false,
  }))
}

/** The server's price lines once there is a trip for these guests, before that our own sum. */
function linesOf({ state }: BuilderUi): Line[] {
  const { trip, prices, quantities, step } = state
  if (trip && step !== 'times' && step !== 'guests') {
    return groupedLines(trip.priceLines)
  }
  return (prices?.prices ?? [])
    .filter((price) => quantityOf(quantities, price) > 0)
    .map((price) => {
      const qty = quantityOf(quantities, price)
      const label = price.label || price.customer_type.name
      const text = qty > 1 ? `${label} × ${qty}` : label
      return { key: `p${price.experience_customer_type_id}`, text, amount: qty * price.price, kind: 'ticket', isIncluded: false }
    })
}

/** The total as it stands: the server's when it has counted, else the running one; null before guests are chosen. */
export function totalOf({ state }: BuilderUi): number | null {
  const { trip, prices, quantities, step } = state
  if (trip && step !== 'times' && step !== 'guests') return trip.totals.total
  if (step === 'times' || !prices || partySize(quantities, prices.prices) === 0) return null
  return estimate(quantities, prices.prices)
}

/** What is being bought, always in view. */
export function Summary() {
  const ui = useBuilder()
  const { t, money, state, experience, locale } = ui
  const { trip, timeslot, step, date } = state
  const total = totalOf(ui)
  const due = trip && (step === 'contact' || step === 'payment') ? trip.totals.due_now : null
  return (
    <aside className="summary" aria-label={t('summary')}>
      <Photo className="photo-side" />
      <div className="summary-body">
        <h2 className="summary-title">{experience?.name ?? activeOrder(trip)?.experience.name}</h2>
        <p className="summary-when">
          {longDate(timeslot?.date ?? date, locale)}
          {timeslot && step !== 'times' && <> · {timeText(timeslot, ui)}</>}
        </p>
        {step !== 'times' && (
          <dl className="lines" aria-live="polite">
            {linesOf(ui).map(({ key, text, amount, kind, isIncluded }) => (
              <div key={key}>
                <dt>
                  {kind === 'booking_fee' ? t('bookingFee') : text}
                  {isIncluded && <small> ({t('included')})</small>}
                </dt>
                <dd>{money(amount)}</dd>
              </div>
            ))}
            {total !== null && (
              <div className="total">
                <dt>{t('total')}</dt>
                <dd>{money(total)}</dd>
              </div>
            )}
            {due !== null && total !== null && due !== total && (
              <div>
                <dt>{t('dueNow')}</dt>
                <dd>{money(due)}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
    </aside>
  )
}
