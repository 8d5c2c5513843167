import { useState } from 'react'
import { longDate } from '../../dates'
import type { Translate } from '../../i18n'
import { Check } from '../../icons'
import type { KioskKey } from '../../messages/kiosk'
import { formatMoney } from '../../money'
import { randomKey } from '../../random'
import { instantTime } from '../../times'
import { problemOf } from '../problem'
import { checkIn } from '../server'
import type { CheckedIn, Guest, Kiosk, Party } from '../types'
import { PaymentPage } from './payment'

type Props = {
  t: Translate<KioskKey>
  locale: string
  kiosk: Kiosk
  token: string
  party: Party
  /** They pay on a phone, and nobody touches the tablet. */
  isPaying: boolean
  /** They just have. */
  isPaid: boolean
  onPaying: (isPaying: boolean) => void
  onPaid: (party: Party) => void
  onDone: (done: CheckedIn) => void
  onNext: (isSameGuest?: boolean) => void
  onSign: (key: string) => Promise<void>
}

/** Who is here is chosen and checked in; what has to be done first is said. */
export function PartyPage({ t, locale, kiosk, token, party, isPaying, isPaid, onPaying, onPaid, onDone, onNext, onSign }: Props) {
  const missing = party.guests.filter((guest) => !guest.is_here)
  const [chosen, setChosen] = useState(() => missing.map((guest) => guest.booking_id))
  const [problem, setProblem] = useState<KioskKey | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The same press however often it is sent.
  const [action, setAction] = useState(randomKey)
  const unsigned = party.guests.filter((guest) => !guest.has_signed)
  const isUnsigned = party.must_sign_first && unsigned.some((guest) => chosen.includes(guest.booking_id))
  const time = (instant: string): string => instantTime(instant, locale, kiosk.time_zone)
  const turn = (id: number): void => {
    setChosen((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id]))
    setAction(randomKey())
  }
  const act = (work: Promise<unknown>): void => {
    setBusy(true)
    setProblem(null)
    work.catch((error: unknown) => setProblem(problemOf(error))).finally(() => setBusy(false))
  }
  if (isPaying) return <PaymentPage {...{ t, locale, token, party, onPaid }} onBack={() => onPaying(false)} />
  return (
    <section className="kiosk-card">
      <p className="kiosk-when">
        <bdi>{party.experience}</bdi>
        {party.date && party.start_at && <span>{`${longDate(party.date, locale)} · ${time(party.start_at)}`}</span>}
      </p>
      {isPaid && !party.has_balance && (
        <p className="kiosk-notice good" role="status">
          <strong>{t('paid')}</strong>
        </p>
      )}
      <h1 className="heading">{t(missing.length === 0 ? 'allHere' : 'partyTitle')}</h1>
      {missing.length > 0 && <p className="kiosk-small">{t('partyHint')}</p>}
      <ul className="kiosk-guests">
        {party.guests.map((guest, place) => (
          <li key={guest.booking_id}>
            <GuestButton
              {...{ t, guest }}
              name={guest.first_name || t('guestNr', { place: String(place + 1) })}
              since={guest.checked_in_at && time(guest.checked_in_at)}
              isChosen={chosen.includes(guest.booking_id)}
              onTurn={() => turn(guest.booking_id)}
            />
          </li>
        ))}
      </ul>
      {party.has_balance && <Due {...{ t, locale, party }} onPay={() => onPaying(true)} />}
      {unsigned.length > 0 && (
        <div className="kiosk-notice">
          <p>
            <strong>{t('signTitle', { n: unsigned.length })}</strong> {isUnsigned && t('signFirst')}
          </p>
          <button type="button" className="button" disabled={isBusy} onClick={() => act(onSign(party.key!))}>
            {t('signNow')}
          </button>
        </div>
      )}
      <p className="field-error kiosk-problem" role="alert">
        {problem ? t(problem) : ''}
      </p>
      <div className="kiosk-actions">
        <button type="button" className="button quiet" disabled={isBusy} onClick={() => onNext(missing.length > 0)}>
          {t(missing.length === 0 ? 'done' : 'startOver')}
        </button>
        {missing.length > 0 && !party.must_pay_first && (
          <button
            type="button"
            className="button main-button"
            disabled={isBusy || chosen.length === 0 || isUnsigned}
            data-busy={isBusy}
            onClick={() => act(checkIn(token, party.key!, chosen, action).then(onDone))}
          >
            {isBusy ? t('checkingIn') : t('checkIn', { n: chosen.length })}
          </button>
        )}
      </div>
    </section>
  )
}

type DueProps = { t: Translate<KioskKey>; locale: string; party: Party; onPay: () => void }

/** What is left to pay, and where. */
function Due({ t, locale, party, onPay }: DueProps) {
  const where = party.must_pay_first ? (party.pays_by_phone ? 'payFirstPhone' : 'payFirst') : party.pays_by_phone ? 'payEither' : 'payLater'
  return (
    <div className="kiosk-notice">
      <p>
        <strong>{t('payTitle', { amount: formatMoney(party.due_amount, party.currency, locale) })}</strong> {t(where)}
      </p>
      {party.pays_by_phone && (
        <button type="button" className="button" onClick={onPay}>
          {t('payNow')}
        </button>
      )}
    </div>
  )
}

type GuestProps = { t: Translate<KioskKey>; guest: Guest; name: string; since: string | null; isChosen: boolean; onTurn: () => void }

function GuestButton({ t, guest, name, since, isChosen, onTurn }: GuestProps) {
  const note = guest.is_here ? (since ? t('hereSince', { time: since }) : t('here')) : guest.has_signed ? '' : t('unsigned')
  return (
    <button type="button" className="kiosk-guest" aria-pressed={guest.is_here || isChosen} disabled={guest.is_here} onClick={onTurn}>
      <span className="kiosk-tick" aria-hidden="true">
        {(guest.is_here || isChosen) && <Check />}
      </span>
      <span className="kiosk-name">
        <bdi>{name}</bdi>
        <small dir="auto">{guest.ticket_type}</small>
      </span>
      {note && <span className="kiosk-note">{note}</span>}
    </button>
  )
}
