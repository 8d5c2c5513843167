import type { Translate } from '../../i18n'
import { Check } from '../../icons'
import type { SignKey } from '../../messages/sign'
import type { Template } from '../types'

/** Everybody has signed, or nothing is asked here. */
export function Nothing({ t, isTrip }: { t: Translate<SignKey>; isTrip: boolean }) {
  return (
    <div className="page-state">
      <span className="page-mark">
        <Check />
      </span>
      <h1 className="heading">{t(isTrip ? 'allDone' : 'nothingTitle')}</h1>
      {!isTrip && <p>{t('nothingText')}</p>}
    </div>
  )
}

type ChooseProps = { t: Translate<SignKey>; templates: Template[]; onChoose: (id: number) => void }

/** Whoever walks up says what they want to sign. */
export function Choose({ t, templates, onChoose }: ChooseProps) {
  return (
    <section className="sign-form">
      <h1 className="heading">{t('chooseTitle')}</h1>
      <ul className="sign-choices">
        {templates.map((template) => (
          <li key={template.id}>
            <button type="button" dir="auto" onClick={() => onChoose(template.id)}>
              {template.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A tablet that nobody touches clears itself: the next guest sees nothing of the one before. */
export function Still({ t, left }: { t: Translate<SignKey>; left: number }) {
  return (
    <div className="sign-still" role="alertdialog" aria-label={t('idleTitle')}>
      <div>
        <h2 className="heading">{t('idleTitle')}</h2>
        <p>{t('idleText', { seconds: String(left) })}</p>
        <button type="button" className="button">
          {t('stay')}
        </button>
      </div>
    </div>
  )
}
