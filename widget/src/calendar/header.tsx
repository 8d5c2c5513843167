import { durationText, monthText } from '../dates'
import { dotted } from '../isolate'
import { Arrow } from '../arrow'
import { Picture } from '../picture'
import { canPageBack } from '../month'
import { knownPrice } from '../price'
import type { Experience } from '../types'
import { experienceOf, type CalendarUi, type Model } from './model'

/** How long the experience takes and which price it is known by. */
function factsOf(ui: CalendarUi, experience: Experience): string {
  const { duration_minutes: minutes, adult_price: adult } = experience
  const known = knownPrice(ui, experience)
  // The days show the lowest price: whose it is.
  const least = adult && experience.min_price_for && knownPrice(ui, { ...experience, adult_price: null })
  return dotted([minutes && durationText(minutes, ui.locale), known, least], ui.locale)
}

/** Headings by their conditions, with the experience's photograph. */
export function Header({ model }: { model: Model }) {
  const { ui, state, late } = model
  const experience = experienceOf(state)
  const { t, settings, init } = ui
  const isOffering = !settings.isCompact && !settings.isRebooking
  const hasTitle = isOffering && experience !== null
  const isInviting = settings.isCompact || (isOffering && !init.isAuthenticated)
  const Invitation = hasTitle ? 'p' : 'h1'
  return (
    <header className="header">
      {hasTitle && experience.hero_image && <Picture key={experience.id} url={experience.hero_image} className="view" sizes="(max-width: 899px) 100vw, 320px" />}
      {hasTitle && <h1 className="title">{t('shopFor', { name: experience.name })}</h1>}
      {hasTitle && <p className="gist">{factsOf(ui, experience)}</p>}
      {hasTitle && settings.showDetail && <p className="about">
          <bdi>{experience.short_description}</bdi>
        </p>}
      {isInviting && <Invitation className="invitation">{t('chooseYourDate')}</Invitation>}
      {isOffering && !experience && state.experiences.size > 1 && <div className="shelf">{late && <late.Shelf model={model} />}</div>}
    </header>
  )
}

function MonthArrow({ model: { ui, state, dispatch }, count }: { model: Model; count: 1 | -1 }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={ui.t(count < 0 ? 'previousMonth' : 'nextMonth')}
      disabled={count < 0 && !canPageBack(state.month, state.today)}
      onClick={() => dispatch({ type: 'paged', count })}
    >
      <Arrow to={count < 0 ? 'back' : 'on'} />
    </button>
  )
}

/** Month and year between their arrows. */
export function MonthBar({ model }: { model: Model }) {
  return (
    <div className="month-bar">
      <MonthArrow model={model} count={-1} />
      <h2 className="month" id="month">
        {monthText(model.state.month, model.ui.locale)}
      </h2>
      <MonthArrow model={model} count={1} />
    </div>
  )
}
