import { mediumDate } from '../../times'
import type { Problem } from '../checkout/flow'
import { startOver } from '../checkout/lifetime'
import { checkPayment } from '../checkout/paying'
import { chooseAlternative, renewHold, saveGuests } from '../checkout/saving'
import { useBuilder } from '../context'
import { savedCheckout } from '../session'
import type { TimeslotRef } from '../types'
import { PhoneLink } from './phone-link'
import { timeText } from './time-text'

type Kind<K extends Problem['kind']> = { problem: Extract<Problem, { kind: K }> }

function Alternatives({ times }: { times: TimeslotRef[] }) {
  const ui = useBuilder()
  const { t, locale, purchase, state } = ui
  if (times.length === 0) return <p>{t('soldOutNone')}</p>
  return (
    <>
      <p>{t('soldOutOthers')}</p>
      <ul className="slots">
        {times.map((slot) => (
          <li key={slot.id}>
            <button
              type="button"
              className="slot"
              disabled={state.busy !== null}
              onClick={() => void chooseAlternative(purchase, slot)}
            >
              <bdi className="slot-time">{timeText(slot, ui)}</bdi>
              <span className="slot-price">{mediumDate(slot.date, locale)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function SoldOut({ problem }: Kind<'soldOut'>) {
  const ui = useBuilder()
  const { t, state, purchase } = ui
  const go = (step: 'guests' | 'times') => () => purchase.store.dispatch({ type: 'wentTo', step })
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('soldOutTitle')}
      </h1>
      <p>
        {t('soldOutText', { time: state.timeslot ? timeText(state.timeslot, ui) : '' })}{' '}
        {problem.remaining !== null && problem.remaining > 0 && t('soldOutRemaining', { n: problem.remaining })}
      </p>
      {problem.alternatives === null ? <span className="bone slot-bone" /> : <Alternatives times={problem.alternatives} />}
      <div className="problem-actions">
        {problem.remaining !== null && problem.remaining > 0 && (
          <button type="button" className="button quiet" onClick={go('guests')}>
            {t('changeGuests')}
          </button>
        )}
        <button type="button" className="button quiet" onClick={go('times')}>
          {t('otherDay')}
        </button>
        <PhoneLink />
      </div>
    </>
  )
}

function Gone({ problem }: Kind<'gone'>) {
  const ui = useBuilder()
  const { t, state, purchase } = ui
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('goneTitle')}
      </h1>
      <p>{t('goneText', { time: state.timeslot ? timeText(state.timeslot, ui) : '' })}</p>
      {problem.alternatives === null ? <span className="bone slot-bone" /> : <Alternatives times={problem.alternatives} />}
      <div className="problem-actions">
        <button type="button" className="button quiet" onClick={() => purchase.store.dispatch({ type: 'wentTo', step: 'times' })}>
          {t('otherDay')}
        </button>
        <PhoneLink />
      </div>
    </>
  )
}

function PaymentOff() {
  const { t, init } = useBuilder()
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('paymentOff')}
      </h1>
      <p>{t('paymentOffHint', { name: init.account.name })}</p>
      <PhoneLink />
    </>
  )
}

function Expired() {
  const { t, state, purchase } = useBuilder()
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('expiredTitle')}
      </h1>
      <p>{t('expiredText')}</p>
      <div className="problem-actions">
        <button type="button" className="button" disabled={state.busy !== null} onClick={() => void (state.timeslot ? saveGuests(purchase) : renewHold(purchase))}>
          {t('expiredAgain')}
        </button>
      </div>
    </>
  )
}

function Refunded() {
  const { t, purchase } = useBuilder()
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('refundedTitle')}
      </h1>
      <p>{t('refundedText')}</p>
      <div className="problem-actions">
        <button type="button" className="button" onClick={() => startOver(purchase)}>
          {t('refundedAgain')}
        </button>
        <PhoneLink />
      </div>
    </>
  )
}

function Pending() {
  const { t, state, purchase } = useBuilder()
  const intentId = savedCheckout()?.intentId
  return (
    <>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('pendingTitle')}
      </h1>
      <p>{t('pendingText', { email: `\u2068${state.contact.email}\u2069` })}</p>
      {intentId && (
        <div className="problem-actions">
          <button
            type="button"
            className="button quiet"
            disabled={state.busy !== null}
            onClick={() => void checkPayment(purchase, intentId)}
          >
            {t('checkAgain')}
          </button>
        </div>
      )}
    </>
  )
}

/** What happened, what was kept, and the way on. */
export function ProblemScreen({ problem }: { problem: Problem }) {
  return (
    <section className="problem" role="alert">
      {problem.kind === 'soldOut' && <SoldOut problem={problem} />}
      {problem.kind === 'expired' && <Expired />}
      {problem.kind === 'refunded' && <Refunded />}
      {problem.kind === 'gone' && <Gone problem={problem} />}
      {problem.kind === 'paymentOff' && <PaymentOff />}
      {problem.kind === 'pending' && <Pending />}
    </section>
  )
}
