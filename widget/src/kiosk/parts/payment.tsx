import { Waiting } from '../../guest-page/states'
import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'
import { formatMoney } from '../../money'
import type { Party } from '../types'
import { usePayment } from '../use-payment'
import { QrCode } from './qr-code'

type Props = { t: Translate<KioskKey>; locale: string; token: string; party: Party; onPaid: (party: Party) => void; onBack: () => void }

/** A code to pay by on a phone of their own; the page goes on as soon as it is paid. */
export function PaymentPage({ t, locale, token, party, onPaid, onBack }: Props) {
  const { code, due, problem } = usePayment(token, party, onPaid)
  return (
    <section className="kiosk-card kiosk-payment">
      <p className="kiosk-when">
        <bdi>{party.experience}</bdi>
      </p>
      <h1 className="heading">{t('payTitle', { amount: formatMoney(due, party.currency, locale) })}</h1>
      {code ? <QrCode rows={code.qr} label={t('payCode')} /> : !problem && <Waiting bones={1} label={t('loading')} />}
      {code && <p>{t('payScan')}</p>}
      <p className="field-error kiosk-problem" role="alert">
        {problem ? t(problem) : ''}
      </p>
      <div className="kiosk-actions">
        <button type="button" className="button quiet" onClick={onBack}>
          {t('back')}
        </button>
        {code && (
          <p className="kiosk-pending" role="status">
            <span className="kiosk-dot" aria-hidden="true" />
            {t('payWaiting')}
          </p>
        )}
      </div>
    </section>
  )
}
