import { Phone } from '../arrow'
import { tripBuilderUrl } from '../trip-url'
import { activityLabel, experienceOf, type Model } from './model'

/** Telephone and the way to another activity, for visitors. */
function Contact({ model: { ui, state, dispatch } }: { model: Model }) {
  const experience = experienceOf(state)
  const phone = ui.init.properties.ecom_phone_number
  if (!phone || ui.init.isAuthenticated) return null
  const label = activityLabel(ui, 'singular')
  return (
    <>
      <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`} target="_top">
        <Phone />
        {ui.t(experience ? 'call' : 'callToBook', { phone: `\u2066${phone}\u2069` })}
      </a>
      {experience && (
        <button type="button" className="link" onClick={() => dispatch({ type: 'experienceChosen', id: null })}>
          {label ? ui.t('anotherLabel', { label }) : ui.t('anotherActivity')}
        </button>
      )}
    </>
  )
}

/** A link like any other, which opens in the host's dialog where there is one. */
function Catalogue({ model: { ui, state, go } }: { model: Model }) {
  const target = { ...ui.settings, language: ui.language, experience: null, timeslot: null, date: state.selectedDate }
  const url = tripBuilderUrl(target, location.origin)
  return (
    <a
      className="link"
      href={url}
      target="_top"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        go(url)
      }}
    >
      {ui.t('catalogue')}
    </a>
  )
}

export function Footer({ model }: { model: Model }) {
  const { settings } = model.ui
  return (
    <footer className="footer">
      {model.late && <model.late.SoldOutSwitch model={model} />}
      <Contact model={model} />
      <Catalogue model={model} />
      <div className="picker" hidden={settings.language !== null}>
        {model.late && <model.late.LanguagePicker model={model} />}
      </div>
    </footer>
  )
}
