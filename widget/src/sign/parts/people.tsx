import { Plus } from '../../icons'
import { useSign } from '../context'
import { openGuests, type Minor } from '../model'
import type { Guest } from '../types'
import { Field } from './field'

/** Who signs, and whom they sign for. */
export function People() {
  const { t, draft, problems, portal, templates, change } = useSign()
  const takesMinors = templates.some(({ kind }) => kind !== 'adult') || !draft.isParticipant
  return (
    <>
      <h1 className="heading">{t('whoTitle')}</h1>
      <TripGuests />
      <div className="sign-fields">
        <Field id="first" label={t('firstName')} autoComplete="given-name" value={draft.firstName} problem={problems.firstName} onChange={(firstName) => change({ firstName })} />
        <Field id="last" label={t('lastName')} autoComplete="family-name" value={draft.lastName} problem={problems.lastName} onChange={(lastName) => change({ lastName })} />
        <Field id="email" type="email" label={t('email')} isOptional hint={t('emailHint')} maxLength={254} autoComplete="email" value={draft.email} problem={problems.email} onChange={(email) => change({ email })} />
        <Field id="born" type="date" label={t('birthDate')} isOptional autoComplete="bday" value={draft.birthDate} problem={problems.birthDate} onChange={(birthDate) => change({ birthDate })} />
      </div>
      <fieldset className="sign-part">
        <legend>{t('whoFor')}</legend>
        <label className="sign-check">
          <input type="checkbox" checked={draft.isParticipant} aria-invalid={problems.participants !== undefined} onChange={() => change({ isParticipant: !draft.isParticipant })} />
          <span>{t('forMe')}</span>
        </label>
        {takesMinors && <Minors />}
        {problems.participants && <p className="field-error">{t('addSomeone')}</p>}
      </fieldset>
      <p className="visually-hidden">{t('majorityNote', { age: String(portal.majority_age) })}</p>
    </>
  )
}

/** Guests of the trip who have yet to sign: a touch fills in the name. */
function TripGuests() {
  const { t, portal, draft, change } = useSign()
  const guests = openGuests(portal.required).filter((guest) => guest.name && !guest.is_minor)
  if (guests.length === 0) return null
  const choose = (guest: Guest): void => {
    const [first = '', ...rest] = guest.name.split(' ')
    change({ bookingId: guest.booking_id, firstName: first, lastName: rest.join(' ') })
  }
  return (
    <fieldset className="sign-part">
      <legend>{t('tripGuests')}</legend>
      <div className="sign-guests">
        {guests.map((guest) => (
          <button key={guest.booking_id} type="button" dir="auto" aria-pressed={draft.bookingId === guest.booking_id} onClick={() => choose(guest)}>
            {guest.name}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

let lastKey = 0

function Minors() {
  const { t, draft, portal, change } = useSign()
  const age = String(portal.majority_age)
  const add = (): void => {
    lastKey += 1
    change({ minors: [...draft.minors, { key: lastKey, firstName: '', lastName: draft.lastName, birthDate: '' }] })
  }
  const edit = (key: number, part: Partial<Minor>): void =>
    change({ minors: draft.minors.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <>
      {draft.minors.map((one, index) => (
        <MinorFields key={one.key} minor={one} place={index + 1} onEdit={(part) => edit(one.key, part)} onRemove={() => change({ minors: draft.minors.filter(({ key }) => key !== one.key) })} />
      ))}
      <button type="button" className="link" onClick={add}>
        <Plus />
        {t(draft.minors.length ? 'addAnother' : 'addMinor', { age })}
      </button>
      {draft.minors.length > 0 && (
        <div className="field sign-relation">
          <label htmlFor="relation">{t('relation')}</label>
          <select id="relation" value={draft.relation} onChange={(event) => change({ relation: event.currentTarget.value as 'parent' | 'guardian' })}>
            <option value="parent">{t('parent')}</option>
            <option value="guardian">{t('guardian')}</option>
          </select>
        </div>
      )}
    </>
  )
}

type MinorProps = { minor: Minor; place: number; onEdit: (part: Partial<Minor>) => void; onRemove: () => void }

function MinorFields({ minor, place, onEdit, onRemove }: MinorProps) {
  const { t, problems } = useSign()
  const id = `minor-${minor.key}`
  return (
    <fieldset className="sign-minor">
      <legend>{t('minorTitle', { place: String(place) })}</legend>
      <div className="sign-fields">
        <Field id={`${id}-first`} label={t('firstName')} value={minor.firstName} problem={problems[`${minor.key}.firstName`]} onChange={(firstName) => onEdit({ firstName })} />
        <Field id={`${id}-last`} label={t('lastName')} value={minor.lastName} problem={problems[`${minor.key}.lastName`]} onChange={(lastName) => onEdit({ lastName })} />
        <Field
          id={`${id}-born`}
          type="date"
          label={t('birthDate')}
          value={minor.birthDate}
          problem={problems[`${minor.key}.birthDate`]}
          problemName={minor.firstName}
          onChange={(birthDate) => onEdit({ birthDate })}
        />
      </div>
      <button type="button" className="link" onClick={onRemove}>
        {t('remove')}
      </button>
    </fieldset>
  )
}
