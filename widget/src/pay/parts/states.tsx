import { Clock, Phone } from '../../icons'
import { usePay } from '../context'
import { checkAgain } from '../paying'

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
    <div className="page-state">
      <span className="page-mark late">
        <Clock />
      </span>
      <h1 className="heading">{t(isExpired ? 'expiredTitle' : 'voidTitle')}</h1>
      <p>{t(isExpired ? 'expiredText' : 'voidText', { name: link.operator.name })}</p>
      <div className="page-links">
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
    <div className="page-state" role="status">
      <span className="page-mark late">
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
