import { LANGUAGES, type LanguageCode } from '../languages'
import type { CalendarModel } from './calendar'
import { activityLabel, useCalendar } from './context'
import { Globe, Phone } from '../icons'

function LanguagePicker() {
  const { t, language, settings, chooseLanguage } = useCalendar()
  return (
    <label className="picker" hidden={settings.language !== null}>
      <Globe />
      <span className="visually-hidden">{t('language')}</span>
      <select value={language} onChange={(event) => chooseLanguage(event.currentTarget.value as LanguageCode)}>
        {LANGUAGES.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Telephone and the way to another activity, for visitors. */
function Contact({ model }: { model: CalendarModel }) {
  const ui = useCalendar()
  const phone = ui.init.properties.ecom_phone_number
  if (!phone || ui.init.isAuthenticated) return null
  const label = activityLabel(ui, 'singular')
  const hasExperience = model.state.experienceId !== null
  return (
    <>
      <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`} target="_top">
        <Phone />
        {ui.t(hasExperience ? 'call' : 'callToBook', { phone: `\u2066${phone}\u2069` })}
      </a>
      {hasExperience && (
        <button type="button" className="link" onClick={() => model.dispatch({ type: 'experienceCleared' })}>
          {label ? ui.t('anotherLabel', { label }) : ui.t('anotherActivity')}
        </button>
      )}
    </>
  )
}

function SoldOutSwitch({ model }: { model: CalendarModel }) {
  const { t, init, experiences } = useCalendar()
  const { state, dispatch } = model
  const experience = state.experienceId === null ? undefined : experiences.get(state.experienceId)
  if (!init.isAuthenticated || !experience?.is_allow_manual_overbooking) return null
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={state.showFull}
        onChange={(event) => dispatch({ type: 'fullToggled', showFull: event.currentTarget.checked })}
      />
      {t('showSoldOut')}
    </label>
  )
}

export function Footer({ model }: { model: CalendarModel }) {
  const { t } = useCalendar()
  return (
    <footer className="footer">
      <SoldOutSwitch model={model} />
      <Contact model={model} />
      <button type="button" className="link" onClick={() => model.open(null, model.state.selectedDate)}>
        {t('catalogue')}
      </button>
      <LanguagePicker />
    </footer>
  )
}
