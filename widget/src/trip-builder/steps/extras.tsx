import { useEffect, useRef } from 'react'
import { Minus, Plus } from '../../icons'
import { Picture } from '../../picture'
import { NOTHING, isChosen, ownersOf, pickedOf, placeOf, steppedQty, unitPrice, type Owner, type Picked } from '../addons'
import { saveExtras } from '../checkout/saving'
import { useBuilder, type BuilderUi } from '../context'
import { guestNames } from '../orders'
import { Actions } from '../parts/actions'
import { orderOf, type Addon } from '../types'

type ControlProps = { addon: Addon; place: string; label: string; picked: Picked; isBare: boolean; error: string | undefined; onPick: (picked: Picked) => void }

function Toggle({ addon, place, label, picked, error, onPick }: ControlProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        id={place}
        checked={picked.qty > 0}
        disabled={addon.is_required && picked.qty > 0}
        aria-invalid={error !== undefined}
        onChange={(event) => onPick({ ...NOTHING, qty: event.currentTarget.checked ? 1 : 0 })}
      />
      <span>{label}</span>
    </label>
  )
}

function Select({ addon, place, label, picked, isBare, error, onPick }: ControlProps) {
  const { t, money } = useBuilder()
  return (
    <div className="field">
      <label htmlFor={place} className={isBare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={place}
        value={picked.valueId ?? ''}
        required={addon.is_required}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${place}-error`}
        onChange={({ currentTarget: { value } }) => onPick({ ...NOTHING, valueId: value ? Number(value) : null, qty: value ? 1 : 0 })}
      >
        <option value="">{t(addon.is_required ? 'pleaseChoose' : 'noThanks')}</option>
        {addon.values.map(({ id, label: text, price_delta }) => (
          <option key={id} value={id}>
            {price_delta ? `${text} (${price_delta > 0 ? '+' : ''}${money(price_delta)})` : text}
          </option>
        ))}
      </select>
    </div>
  )
}

function Count({ addon, label, picked, onPick }: ControlProps) {
  const { t } = useBuilder()
  const step = (direction: 1 | -1) => () => onPick({ ...NOTHING, qty: steppedQty(addon, picked.qty, direction) })
  return (
    <div className="addon-count" role="group" aria-label={label}>
      <span>{label}</span>
      <span className="stepper-buttons">
        <button type="button" className="round" aria-label={t('removeOne', { name: label })} disabled={steppedQty(addon, picked.qty, -1) === picked.qty} onClick={step(-1)}>
          <Minus />
        </button>
        <output className="stepper-count" aria-live="polite">
          {picked.qty}
        </output>
        <button type="button" className="round" aria-label={t('addOne', { name: label })} disabled={steppedQty(addon, picked.qty, 1) === picked.qty} onClick={step(1)}>
          <Plus />
        </button>
      </span>
    </div>
  )
}

function Words({ addon, place, label, picked, isBare, error, onPick }: ControlProps) {
  return (
    <div className="field">
      <label htmlFor={place} className={isBare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        id={place}
        maxLength={400}
        value={picked.text}
        required={addon.is_required}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${place}-error`}
        onInput={({ currentTarget: { value } }) => onPick({ ...NOTHING, text: value, qty: value.trim() ? 1 : 0 })}
      />
    </div>
  )
}

const CONTROLS = { toggle: Toggle, select: Select, quantity: Count, text: Words }

function priceOf(addon: Addon, { t, money }: BuilderUi): string {
  const prices = addon.values.length > 0 && addon.input === 'select' ? addon.values.map(({ id }) => unitPrice(addon, id)) : [addon.price]
  const least = Math.min(...prices)
  if (Math.max(...prices) === 0) return t('free')
  const price = prices.some((one) => one !== least) ? t('priceFrom', { price: money(least) }) : money(least)
  const per = addon.scope === 'booking' || addon.price_per === 'pax' ? t('perGuest') : addon.input === 'quantity' && addon.price_per === 'unit' ? t('perPiece') : ''
  return [price, per].filter(Boolean).join(' ')
}

function AddonCard({ addon }: { addon: Addon }) {
  const ui = useBuilder()
  const { t, state, purchase } = ui
  const order = orderOf(state.trip, state.orderId)
  const names = order ? guestNames(order) : new Map<number, string>()
  const Control = CONTROLS[addon.input]
  const owners = ownersOf(addon)
  const isSome = owners.some((owner) => isChosen(addon, pickedOf(state.picks, addon, owner)))
  const labelOf = (owner: Owner): string => (owner === null ? addon.name : (names.get(owner) ?? addon.name))
  return (
    <fieldset className="addon" data-chosen={isSome}>
      <legend className="visually-hidden">{addon.name}</legend>
      {addon.image && <Picture url={addon.image} className="photo addon-photo" sizes="72px" side={96} />}
      <div className="addon-text">
        <p className="addon-name">
          <bdi>{addon.name}</bdi>
          {addon.is_required && <small> {t('needed')}</small>}
        </p>
        {addon.description && (
          <p className="stepper-facts">
            <bdi>{addon.description}</bdi>
          </p>
        )}
        <p className="addon-price">{priceOf(addon, ui)}</p>
      </div>
      <div className="addon-owners">
        {owners.map((owner) => {
          const place = placeOf(addon.id, owner)
          const error = state.pickErrors[place]
          return (
            <div key={place}>
              <Control
                addon={addon}
                place={place}
                label={owner === null && addon.input === 'toggle' ? t('addThis') : labelOf(owner)}
                isBare={owner === null}
                picked={pickedOf(state.picks, addon, owner)}
                error={error}
                onPick={(picked) => purchase.store.dispatch({ type: 'picked', place, picked })}
              />
              {error !== undefined && (
                <p className="field-error" id={`${place}-error`}>
                  {error || t('pleaseChoose')}
                </p>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** What can be had beside the tickets: for the whole party, or for single guests. */
export function ExtrasStep() {
  const { t, state, purchase } = useBuilder()
  const form = useRef<HTMLFormElement>(null)
  const { pickErrors, extras } = state
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [pickErrors])
  return (
    <section>
      <p className="eyebrow">
        <bdi>{orderOf(state.trip, state.orderId)?.experience.name}</bdi>
      </p>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('extrasTitle')}
      </h1>
      <form
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          void saveExtras(purchase)
        }}
      >
        <div className="addons">{extras?.available.map((addon) => <AddonCard key={addon.id} addon={addon} />)}</div>
        <Actions label={t('holdSeats')} />
      </form>
    </section>
  )
}
