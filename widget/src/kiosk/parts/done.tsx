import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'
import type { CheckedIn } from '../types'
import { Plain } from './plain'

type Props = { t: Translate<KioskKey>; done: CheckedIn; left: number | null; onNext: (isSameGuest?: boolean) => void }

/** Who is here, where the tickets come out, and on to the next. */
export function Done({ t, done, left, onNext }: Props) {
  const here = done.party.guests.filter((guest) => guest.is_here).length
  return (
    <Plain tone="good" title={t('doneTitle')} text={t('doneCnt', { n: here })}>
      {done.papers_cnt > 0 && <p className="kiosk-strong">{t('printing')}</p>}
      {done.party.has_balance && <p className="kiosk-strong">{t('payLater')}</p>}
      <button type="button" className="button main-button" onClick={() => onNext()}>
        {t('done')}
      </button>
      {left !== null && <p className="kiosk-small">{t('clearsIn', { seconds: String(left) })}</p>}
    </Plain>
  )
}
