import { Phone } from '../../icons'
import type { PortalKey } from '../../messages/portal'
import type { Translate } from '../../i18n'
import { isAllowed } from '../model'
import type { PortalUi } from '../ui'

/** The operator's number, to be called with a touch. */
export function PhoneLink({ t, phone }: { t: Translate<PortalKey>; phone: string | null }) {
  if (!phone) return null
  return (
    <a className="button quiet" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      <Phone />
      {t('callUs', { phone })}
    </a>
  )
}

/** The operator's address, for whoever would rather write. */
export function EmailLink({ email }: { email: string | null }) {
  if (!email) return null
  return (
    <a className="button quiet" href={`mailto:${email}`} dir="ltr">
      {email}
    </a>
  )
}

/** Whom to turn to, and the way out of the trip. */
export function Contact({ ui }: { ui: PortalUi }) {
  const { t, operator, portal } = ui
  return (
    <footer className="portal-foot">
      <p>{t('contactText', { name: operator.name })}</p>
      <div className="page-links">
        <PhoneLink t={t} phone={operator.phone} />
        <EmailLink email={operator.email} />
        {isAllowed(portal, 'cancel') && (
          <button type="button" className="link danger scripted" onClick={() => ui.open({ name: 'cancel' })}>
            {t('cancelTrip')}
          </button>
        )}
      </div>
    </footer>
  )
}
