import type { ReactNode } from 'react'
import { Head } from '../guest-page/head'
import type { Translate } from '../i18n'
import type { SignKey } from '../messages/sign'
import { useWaiting } from './kiosk'
import { LANGUAGES, type SignLanguage } from './language'
import type { Portal } from './types'

type Props = {
  t: Translate<SignKey>
  language: SignLanguage
  portal: Portal
  isKiosk: boolean
  onLanguage: (to: SignLanguage) => void
  /** Back to where a kiosk came from. */
  onBack: (() => void) | null
  children?: ReactNode
}

/** The operator's name above, the language, and what waits for a connection. */
export function Frame({ t, language, portal, isKiosk, onLanguage, onBack, children }: Props) {
  const { waiting, refused } = useWaiting()
  return (
    <div className="sign" data-kiosk={isKiosk}>
      <Head operator={portal.account} language={language} offered={LANGUAGES} label={t('language')} onLanguage={onLanguage} />
      {waiting > 0 && (
        <p className="notice" role="status">
          {t('waitingCnt', { n: waiting })}
        </p>
      )}
      {refused > 0 && (
        <p className="notice" role="alert">
          {t('refusedCnt', { n: refused })}
        </p>
      )}
      <main>{children}</main>
      {onBack && (
        <div className="actions">
          <button type="button" className="button quiet" onClick={onBack}>
            {t('toCheckIn')}
          </button>
        </div>
      )}
    </div>
  )
}
