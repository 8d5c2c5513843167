import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'

/** Nobody touches the tablet: the next guest sees nothing of the one before. */
export function Still({ t, left }: { t: Translate<KioskKey>; left: number }) {
  return (
    <div className="kiosk-over" role="alertdialog" aria-label={t('stillTitle')}>
      <div>
        <h2 className="heading">{t('stillTitle')}</h2>
        <p aria-live="off">{t('clearsIn', { seconds: String(left) })}</p>
        <button type="button" className="button main-button">
          {t('stay')}
        </button>
      </div>
    </div>
  )
}
