import type { ReactNode } from 'react'
import type { Translate } from '../i18n'
import { Globe } from '../icons'
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
  children?: ReactNode
}

/** The operator's name above, the language, and what waits for a connection. */
export function Frame({ t, language, portal, isKiosk, onLanguage, children }: Props) {
  const { waiting, refused } = useWaiting()
  const { name, logo_url } = portal.account
  return (
    <div className="sign" data-kiosk={isKiosk}>
      <header className="sign-head">
        {logo_url ? <img className="logo" src={logo_url} alt={name} height="28" /> : <span className="account" dir="auto">{name}</span>}
        <label className="picker">
          <Globe />
          <span className="visually-hidden">{t('language')}</span>
          <select value={language} onChange={(event) => onLanguage(event.currentTarget.value as SignLanguage)}>
            {LANGUAGES.map(([code, own]) => (
              <option key={code} value={code} lang={code}>
                {own}
              </option>
            ))}
          </select>
        </label>
      </header>
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
    </div>
  )
}
