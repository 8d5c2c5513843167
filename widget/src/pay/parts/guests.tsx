import { isOpen } from '../amount'
import { usePay } from '../context'
import { numbered } from '../naming'
import type { Guest } from '../types'

/** Whose places are paid: each person of the party with what is open for them. */
export function Guests() {
  const { t, link, state, desk } = usePay()
  const { choice } = state
  const open = link.guests.filter(isOpen).map((guest) => guest.booking_id)
  const isAll = open.every((id) => choice.guests.includes(id))
  const choose = (guests: readonly number[]): void => desk.store.dispatch({ choice: { ...choice, guests }, notice: null })
  const toggle = (id: number): void =>
    choose(choice.guests.includes(id) ? choice.guests.filter((one) => one !== id) : [...choice.guests, id])
  return (
    <fieldset className="pay-part">
      <legend>{t('guestsTitle')}</legend>
      {open.length > 1 && (
        <button type="button" className="link pay-all" onClick={() => choose(isAll ? [] : open)}>
          {t(isAll ? 'chooseNone' : 'chooseAll')}
        </button>
      )}
      <ul className="pay-guests">
        {numbered(link.guests).map((guest) => (
          <li key={guest.booking_id}>
            <Row guest={guest} isChosen={choice.guests.includes(guest.booking_id)} onToggle={() => toggle(guest.booking_id)} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Row({ guest, isChosen, onToggle }: { guest: Guest; isChosen: boolean; onToggle: () => void }) {
  const { t, money } = usePay()
  const isDue = isOpen(guest)
  return (
    <label className="pay-guest">
      <input type="checkbox" checked={isChosen} disabled={!isDue} onChange={onToggle} />
      <span className="pay-guest-name">
        <bdi>{guest.name || guest.type}</bdi>
        {guest.name && <small>
            <bdi>{guest.type}</bdi>
          </small>}
      </span>
      <span className="pay-guest-due">{isDue ? money(guest.due_amount) : t('placePaid')}</span>
    </label>
  )
}
