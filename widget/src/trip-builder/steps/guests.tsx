import { get } from '../../api'
import { useEffect, useState } from 'react'
import { Minus, Plus } from '../../icons'
import { saveGuests } from '../checkout/saving'
import { useBuilder, useLoad, type BuilderUi } from '../context'
import { estimate, limitsOf, partyProblem, partyQuery, quantityOf, seatsToTell, stepped } from '../guests'
import { Actions } from '../parts/actions'
import { PhoneLink } from '../parts/phone-link'
import { PartFailed } from '../parts/load-failed'
import { timeText } from '../parts/time-text'
import { dotted } from '../../isolate'
import { longDate } from '../../dates'
import type { Price, PriceList } from '../types'

function ageText({ min_age, max_age }: Price, { t }: BuilderUi): string | null {
  if (min_age !== null && max_age !== null) return t('age', { min: min_age, max: max_age })
  if (min_age !== null && min_age > 0) return t('ageFrom', { min: min_age })
  return max_age === null ? null : t('ageTo', { max: max_age })
}

function limitText(price: Price, limit: 'seats' | 'party' | 'type' | null, list: PriceList, { t }: BuilderUi): string | null {
  if (limit === 'seats') return t('limitSeats')
  if (limit === 'party') return t('limitParty', { n: list.max_pax ?? 50 })
  return limit === 'type' && price.max_qty !== null ? t('limitType', { n: price.max_qty }) : null
}

function Stepper({ price, list }: { price: Price; list: PriceList }) {
  const ui = useBuilder()
  const { t, money, state, purchase } = ui
  const id = price.experience_customer_type_id
  const name = price.label || price.customer_type.name
  const qty = quantityOf(state.quantities, price)
  const { canAdd, canRemove, limit } = limitsOf(price, state.quantities, list)
  const step = (direction: 1 | -1) => () =>
    purchase.store.dispatch({ type: 'quantityChanged', id, qty: stepped(price, qty, direction) })
  const hint = limitText(price, limit, list, ui)
  const hasMinimum = (price.min_qty ?? 0) > 1
  return (
    <div className="stepper" role="group" aria-label={name}>
      <div className="stepper-text">
        <p className="stepper-name">
          <bdi>{name}</bdi>
        </p>
        <p className="stepper-facts">
          {dotted([ageText(price, ui), hasMinimum && t('atLeast', { n: price.min_qty! })], ui.locale)}
        </p>
        <p className="stepper-price">
          {price.original_price !== null && price.original_price > price.price && <s>{money(price.original_price)}</s>}{' '}
          {price.price === 0 ? t('free') : money(price.price)}
        </p>
        {hint && qty > 0 && <p className="stepper-limit">{hint}</p>}
      </div>
      <div className="stepper-buttons">
        <button type="button" className="round" aria-label={t('removeOne', { name })} disabled={!canRemove} onClick={step(-1)}>
          <Minus />
        </button>
        <output className="stepper-count" aria-live="polite">
          {qty}
        </output>
        <button type="button" className="round" aria-label={t('addOne', { name })} disabled={!canAdd} onClick={step(1)}>
          <Plus />
        </button>
      </div>
    </div>
  )
}

function problemText(list: PriceList, { state, t }: BuilderUi): string | null {
  const problem = partyProblem(state.quantities, list)
  if (!problem) return null
  if (problem.kind === 'none') return t('partyNone')
  return t(problem.kind === 'tooFew' ? 'partyTooFew' : 'partyTooMany', { n: problem.count })
}

function GuestsForm({ list }: { list: PriceList }) {
  const ui = useBuilder()
  const problem = problemText(list, ui)
  const seats = seatsToTell(ui.state.quantities, list)
  const isUnpayable = ui.purchase.payment === null && estimate(ui.state.quantities, list.prices) > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saveGuests(ui.purchase)
      }}
    >
      <div className="steppers">
        {list.prices.map((price) => (
          <Stepper key={price.experience_customer_type_id} price={price} list={list} />
        ))}
      </div>
      {seats !== null && <p className="seats-left">{ui.t('seatsLeft', { n: seats })}</p>}
      {isUnpayable ? (
        <div className="notice warn" role="status">
          <p>
            {ui.t('paymentOff')} {ui.t('paymentOffHint', { name: ui.init.account.name })}
          </p>
          <PhoneLink />
        </div>
      ) : (
        <Actions label={ui.t('holdSeats')} isDisabled={problem !== null} hint={problem} />
      )}
    </form>
  )
}

const SETTLED_AFTER = 250

/** A value once it has stopped changing: nobody asks for the price of every step. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER)
    return () => clearTimeout(timer)
  }, [value, settled])
  return settled
}

/** How many of whom. Going on holds the seats. */
export function GuestsStep() {
  const ui = useBuilder()
  const { t, state, purchase, locale } = ui
  const party = useSettled(partyQuery(state.quantities))
  const path = `/api/prices/getForTimeslot/${state.timeslot!.id}/ecommerce${party}`
  const { data, error, retry } = useLoad(path, () => get<PriceList>(path))
  useEffect(() => {
    if (data) purchase.store.dispatch({ type: 'pricesLoaded', prices: data })
  }, [data, purchase])
  const list = state.prices?.timeslot_id === state.timeslot!.id ? state.prices : null
  return (
    <section>
      <p className="eyebrow">
        {dotted([longDate(state.timeslot!.date, locale), timeText(state.timeslot!, ui)], locale)}
      </p>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('guestsTitle')}
      </h1>
      {error && !list ? (
        <PartFailed t={t} onRetry={retry} />
      ) : list ? (
        <GuestsForm list={list} />
      ) : (
        <div className="steppers" aria-hidden="true">
          {[1, 2].map((n) => (
            <div key={n} className="stepper">
              <span className="bone bone-line" />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
