import type { Translate } from '../../i18n'
import { Clock, Phone } from '../../icons'
import type { PayKey } from '../../messages/pay'
import { usePay } from '../context'
import { checkAgain } from '../paying'

/** The shape of the page until it is known. */
export function Waiting({ label }: { label?: string }) {
  return (
    <div className="pay pay-waiting" aria-busy="true">
      {label && <span className="visually-hidden">{label}</span>}
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}

type FailedProps = { t: Translate<PayKey>; isUnknown: boolean; onRetry: () => void }

/** No link to show: it is not ours, or the server was not reached. */
export function Failed({ t, isUnknown, onRetry }: FailedProps) {
  return (
    <main className="pay-state" role="alert">
      <h1 className="heading">{t(isUnknown ? 'unknownTitle' : 'loadFailedTitle')}</h1>
      <p>{t(isUnknown ? 'unknownText' : 'loadFailedText')}</p>
      {!isUnknown && (
        <button type="button" className="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </main>
  )
}

function PhoneLink() {
  const { t, link } = usePay()
  const { phone } = link.operator
  if (!phone) return null
  return (
    <a className="button quiet" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      <Phone />
      {t('callUs', { phone })}
    </a>
  )
}

function PortalLink() {
  const { t, link } = usePay()
  return link.trip.portal_url ? (
    <a className="button" href={link.trip.portal_url}>
      {t('openTrip')}
    </a>
  ) : null
}

/** A link that asks for nothing any more: too old, or withdrawn by the operator. */
export function Closed() {
  const { t, link } = usePay()
  const isExpired = link.state === 'expired'
  return (
    <div className="pay-state">
      <span className="pay-mark late">
        <Clock />
      </span>
      <h1 className="heading">{t(isExpired ? 'expiredTitle' : 'voidTitle')}</h1>
      <p>{t(isExpired ? 'expiredText' : 'voidText', { name: link.operator.name })}</p>
      <div className="pay-links">
        <PortalLink />
        <PhoneLink />
      </div>
    </div>
  )
}

/** The bank takes its time: nothing is to be paid twice. */
export function Pending() {
  const { t, desk, state, link } = usePay()
  const again = (): void => {
    desk.store.dispatch({ isPending: false })
    checkAgain(desk)
  }
  return (
    <div className="pay-state" role="status">
      <span className="pay-mark late">
        <Clock />
      </span>
      <h1 className="heading">{t('pendingTitle')}</h1>
      <p>{t(link.invoice ? 'invoicePendingText' : 'pendingText')}</p>
      <button type="button" className="button" disabled={state.busy !== null} onClick={again}>
        {t('checkAgain')}
      </button>
    </div>
  )
}
