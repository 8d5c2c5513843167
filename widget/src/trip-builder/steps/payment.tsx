import { useState } from 'react'
import { CardFields } from '../../card-fields/card-fields'
import type { FieldsState } from '../../card-fields/use-card-fields'
import { mediumDate } from '../../times'
import { acceptsTerms, pay } from '../checkout/paying'
import { toPay } from '../checkout/path'
import { useBuilder } from '../context'
import { Actions } from '../parts/actions'
import { Codes } from '../parts/codes'
import { Terms } from '../parts/terms'
import { todayIn } from '../../month'

function PaymentFields({ amount, onState }: { amount: number; onState: (state: FieldsState) => void }) {
  const { t, init, purchase, language } = useBuilder()
  return (
    <CardFields
      className="payment-fields"
      holder={purchase}
      payment={purchase.payment}
      amount={amount}
      currency={init.properties.currency}
      language={language}
      mayOpenWallet={() => acceptsTerms(purchase)}
      onWallet={() => void pay(purchase, 'wallets')}
      onState={onState}
      words={{ orByCard: t('orByCard'), failed: t('paymentFormFailed'), retry: t('retry'), loading: t('paymentLoading'), isTest: t('paymentTest') }}
    />
  )
}

/** A deposit now and the rest later, or everything now: as the operator lets people choose. */
function HowMuch() {
  const { t, state, money, purchase, init, locale } = useBuilder()
  const { totals, balance_due_at } = state.trip!
  const rest = totals.balance - Math.max(0, totals.due_now)
  if (rest <= 0) return null
  const until = balance_due_at && mediumDate(todayIn(init.properties.time_zone, new Date(balance_due_at)), locale)
  const options = [
    { paysWhole: false, name: t('payDeposit'), amount: totals.due_now, text: until ? t('restBy', { amount: money(rest), date: until }) : t('restLater', { amount: money(rest) }) },
    { paysWhole: true, name: t('payWhole'), amount: totals.balance, text: null },
  ]
  return (
    <fieldset className="how-much">
      <legend>{t('payHow')}</legend>
      {options.map(({ paysWhole, name, amount, text }) => (
        <label key={String(paysWhole)} className="option">
          <input
            type="radio"
            name="how-much"
            checked={state.paysWhole === paysWhole}
            disabled={state.busy !== null}
            onChange={() => purchase.store.dispatch({ type: 'wholeChosen', paysWhole })}
          />
          <span>
            {name}
            {text && <small>{text}</small>}
          </span>
          <b>{money(amount)}</b>
        </label>
      ))}
    </fieldset>
  )
}

/** Codes, how much, by what, and the one button that pays. */
export function PaymentStep() {
  const { t, state, purchase, money } = useBuilder()
  const [fields, setFields] = useState<FieldsState>('loading')
  if (!state.trip) return null
  const amount = toPay(state)
  const isFree = amount === 0
  return (
    <section>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('paymentTitle')}
      </h1>
      <Codes />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void pay(purchase)
        }}
      >
        <HowMuch />
        <Terms />
        {isFree ? <p className="detail">{t('nothingToPay')}</p> : <PaymentFields amount={amount} onState={setFields} />}
        <Actions label={isFree ? t('confirmFree') : t('payAmount', { amount: money(amount) })} isDisabled={!isFree && fields !== 'ready'} />
      </form>
    </section>
  )
}
