import { useMemo, useRef, useState } from 'react'
import { get } from '../../api'
import { translator, type Plural, type Translate } from '../../i18n'
import type { WaitlistKey } from '../../messages/waitlist'
import { contactFields, type ContactErrors, type ContactField } from '../contact'
import { useBuilder, useLoad } from '../context'
import { type Quantities } from '../guests'
import { PartFailed } from '../parts/load-failed'
import { timeText } from '../parts/time-text'
import type { PriceList, Timeslot } from '../types'
import { useJoining, type Flexibility } from './use-joining'

const FLEXIBILITIES: readonly (readonly [Flexibility, WaitlistKey])[] = [
  ['departure', 'onlyThis'],
  ['day', 'sameDay'],
  ['days', 'nearDays'],
]
const TYPES: Record<ContactField, string> = {
  first_name: 'text',
  last_name: 'text',
  email: 'email',
  phone: 'tel',
}
const COMPLETE: Record<ContactField, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
}
const MOST = 50

type Say = Translate<WaitlistKey>

function firstParty({ prices }: PriceList): Quantities {
  const first = prices.find((price) => price.customer_type.kind === 'adult') ?? prices[0]
  return first ? { [first.experience_customer_type_id]: Math.max(1, first.min_qty ?? 0) } : {}
}

type ChoiceProps = {
  id: string
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ id, label, value, options, onChange }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type GuestsProps = {
  list: PriceList
  quantities: Quantities
  onChange: (quantities: Quantities) => void
}

/** How many of each kind: there are no seats that would limit them. */
function Guests({ list, quantities, onChange }: GuestsProps) {
  return list.prices.map(({ experience_customer_type_id: id, label, customer_type }) => (
    <div className="field" key={id}>
      <label htmlFor={`waitlist-${id}`}>
        <bdi>{label || customer_type.name}</bdi>
      </label>
      <input
        id={`waitlist-${id}`}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        value={String(quantities[id] ?? 0)}
        onInput={(event) =>
          onChange({
            ...quantities,
            [id]: Math.min(MOST, Math.max(0, Math.trunc(Number(event.currentTarget.value)) || 0)),
          })
        }
      />
    </div>
  ))
}

function Person({ errors, w }: { errors: ContactErrors; w: Say }) {
  const { t, state, purchase, locale } = useBuilder()
  return contactFields(locale).map((field) => {
    const error = errors[field]
    return (
      <div className={`field field-${field}`} key={field}>
        <label htmlFor={`waitlist-${field}`}>{field === 'phone' ? w('phoneOptional') : t(field)}</label>
        <input
          id={`waitlist-${field}`}
          name={field}
          type={TYPES[field]}
          autoComplete={COMPLETE[field]}
          value={state.contact[field]}
          dir={field === 'email' || field === 'phone' ? 'ltr' : undefined}
          maxLength={200}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `waitlist-${field}-error` : undefined}
          onInput={(event) =>
            purchase.store.dispatch({
              type: 'contactChanged',
              field,
              value: event.currentTarget.value,
            })
          }
        />
        {error && (
          <p className="field-error" id={`waitlist-${field}-error`}>
            {'key' in error ? t(error.key) : error.text}
          </p>
        )}
      </div>
    )
  })
}

/** Who is in line for which departure, and how they are told. */
export function WaitlistForm({ slots, messages }: { slots: Timeslot[]; messages: Record<WaitlistKey, string | Plural> }) {
  const ui = useBuilder()
  const { t, locale } = ui
  const w = useMemo(() => translator(messages, locale), [messages, locale])
  const form = useRef<HTMLFormElement>(null)
  const { errors, problem, isBusy, joined, join } = useJoining(form, w)
  const [slotId, setSlotId] = useState(slots[0]!.id)
  const [flexibility, setFlexibility] = useState<Flexibility>('departure')
  const [chosen, setChosen] = useState<Quantities | null>(null)
  const slot = slots.find(({ id }) => id === slotId) ?? slots[0]!
  const path = `/api/prices/getForTimeslot/${slot.id}/ecommerce`
  const { data, error, retry } = useLoad(path, () => get<PriceList>(path))
  if (joined !== null) {
    return (
      <div className="waitlist" role="status">
        <h2>{w('doneTitle')}</h2>
        <p>{w('doneText', { email: joined })}</p>
      </div>
    )
  }
  if (error) return <PartFailed t={t} onRetry={retry} />
  if (!data) return <span className="bone slot-bone" aria-hidden="true" />
  const quantities = chosen ?? firstParty(data)
  const times = slots.map((one): [string, string] => [String(one.id), timeText(one, ui)])
  const ways = FLEXIBILITIES.map(([value, key]): [string, string] => [value, w(key)])
  return (
    <form
      className="waitlist"
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void join({ timeslotId: slot.id, flexibility, quantities })
      }}
    >
      <h2>{t('waitlistJoin')}</h2>
      <p className="detail">{w('intro')}</p>
      <div className="fields">
        <Choice
          id="waitlist-slot"
          label={w('departure')}
          value={String(slot.id)}
          options={times}
          onChange={(value) => setSlotId(Number(value))}
        />
        <Choice
          id="waitlist-flexibility"
          label={w('flexibility')}
          value={flexibility}
          options={ways}
          onChange={(value) => setFlexibility(value as Flexibility)}
        />
        <Guests list={data} quantities={quantities} onChange={setChosen} />
        <Person errors={errors} w={w} />
      </div>
      <p className="waitlist-note">{w('priceNote')}</p>
      {problem && (
        <p className="notice warn" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {t('waitlistJoin')}
      </button>
    </form>
  )
}
