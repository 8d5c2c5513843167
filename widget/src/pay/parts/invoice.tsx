import { useState } from 'react'
import { mediumDate } from '../../times'
import { readAmount } from '../amount'
import { usePay } from '../context'

/** Whose invoice is paid, and how its balance comes about. */
export function InvoicePurpose() {
  const { link, t, money, locale } = usePay()
  const { trip, invoice } = link
  if (!invoice) return null
  return (
    <section className="pay-purpose">
      <h1 className="heading">{t('titleInvoice', { number: trip.confirmation_code })}</h1>
      <ul className="pay-orders">
        <li>
          <b>
            <bdi>{invoice.reseller_name}</bdi>
          </b>
          <span>{t('invoiceTrips', { n: invoice.trips_cnt })}</span>
        </li>
      </ul>
      <dl className="lines">
        <Line label={t('invoiceTotal')} amount={money(trip.total)} />
        {trip.paid > 0 && <Line label={t('alreadyPaid')} amount={money(-trip.paid)} />}
        <Line label={t('stillOpen')} amount={money(trip.balance)} />
      </dl>
      {invoice.due_date && (
        <p className={invoice.is_overdue ? 'field-error' : 'detail'}>
          {t('invoiceDue', { date: mediumDate(invoice.due_date, locale) })}
        </p>
      )}
    </section>
  )
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

/** The whole balance, or a part of it. */
export function InvoiceAmount() {
  const { t, link, state, desk, money } = usePay()
  const { choice } = state
  const pick = (part: number | null): void => desk.store.dispatch({ choice: { ...choice, part }, notice: null })
  const isWhole = choice.part === null
  return (
    <fieldset className="pay-part">
      <legend>{t('due')}</legend>
      <div className="pay-tips">
        <Pick isChosen={isWhole} onChoose={() => pick(null)} label={t('invoiceWhole')} note={money(link.amount)} />
        <Pick isChosen={!isWhole} onChoose={() => pick(0)} label={t('invoicePart')} />
      </div>
      {!isWhole && <PartAmount onAmount={pick} />}
    </fieldset>
  )
}

type PickProps = { isChosen: boolean; onChoose: () => void; label: string; note?: string }

function Pick({ isChosen, onChoose, label, note }: PickProps) {
  return (
    <label className="pay-tip">
      <input type="radio" name="part" checked={isChosen} onChange={onChoose} />
      <b>{label}</b>
      {note && <span>{note}</span>}
    </label>
  )
}

function PartAmount({ onAmount }: { onAmount: (amount: number) => void }) {
  const { t, link, money } = usePay()
  const [text, setText] = useState('')
  const isTooMuch = (readAmount(text, link.currency) ?? 0) > link.amount
  const type = (typed: string): void => {
    setText(typed)
    const amount = readAmount(typed, link.currency) ?? 0
    onAmount(amount <= link.amount ? amount : 0)
  }
  return (
    <div className="field pay-own-tip">
      <label htmlFor="part-amount">{t('invoicePartAmount', { currency: link.currency })}</label>
      <input
        id="part-amount"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        maxLength={14}
        value={text}
        aria-invalid={isTooMuch}
        aria-describedby="part-limit"
        onInput={(event) => type(event.currentTarget.value)}
      />
      <p id="part-limit" className={isTooMuch ? 'field-error' : 'detail'} role={isTooMuch ? 'alert' : undefined}>
        {t('invoicePartLimit', { amount: money(link.amount) })}
      </p>
    </div>
  )
}
