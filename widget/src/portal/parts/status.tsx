import { addressName } from '../../names'
import { daysLeft, stageOf } from '../model'
import type { PortalUi } from '../ui'

const TITLES = { coming: 'hello', open: 'hello', over: 'over', canceled: 'canceledTitle', bought: 'thanks' } as const

function soon(ui: PortalUi): string | null {
  const days = daysLeft(ui.portal, ui.now)
  if (days === null) return null
  return days === 0 ? ui.t('today') : days === 1 ? ui.t('tomorrow') : ui.t('inDays', { n: days })
}

/** Whose trip it is, how it stands, and by which code it goes. */
export function Status({ ui }: { ui: PortalUi }) {
  const { t, portal, now, locale, told } = ui
  const { contact, confirmation_code, status } = portal.trip
  const stage = stageOf(portal, now)
  const when = stage === 'coming' ? soon(ui) : null
  return (
    <>
      {told && (
        <p className="told" role="status" tabIndex={-1} id="told">
          {t(told.key, told.values)}
        </p>
      )}
      <div className="status">
        <h1 className="heading">
          {contact.first_name || stage === 'canceled'
            ? t(TITLES[stage], { name: addressName(contact.first_name, contact.last_name, locale) })
            : t('title')}
        </h1>
        <p className="status-facts">
          {when && <b>{when}</b>}
          {status.slug === 'under_review' && <span className="badge warn">{t('underReview')}</span>}
          <span>
            {`${t('confirmation')} `}
            <span className="code" dir="ltr">
              {confirmation_code}
            </span>
          </span>
        </p>
      </div>
    </>
  )
}
