import { postKept } from '../../api'
import { isEntryAvailable, type Viewer } from '../../availability'
import { dotted } from '../../isolate'
import { mediumDate } from '../../times'
import { dayPrice } from '../../price'
import type { DateEntry, Experience, RangeAnswer } from '../../types'
import { useBuilder, useLoad } from '../context'
import { priceOf } from '../known-price'
import { fitsParty } from '../party'
import { PartFailed } from '../parts/load-failed'
import { Picture } from '../../picture'
import { durationText } from '../parts/time-text'
import { WeekStrip } from '../parts/week-strip'

function Bones() {
  return (
    <ul className="cards" aria-hidden="true">
      {[1, 2, 3].map((n) => (
        <li key={n} className="card">
          <span className="bone card-photo" />
          <span className="bone bone-line" />
        </li>
      ))}
    </ul>
  )
}

type CardProps = { experience: Experience; entry: DateEntry | undefined; viewer: Viewer }

/** One activity on the chosen day; one without room leads to its next free day. */
function Card({ experience, entry, viewer }: CardProps) {
  const ui = useBuilder()
  const { t, locale, purchase, state } = ui
  const isFree = entry !== undefined && isEntryAvailable(entry, viewer) && fitsParty(entry, state.party, viewer)
  const price = isFree && priceOf(ui, experience, dayPrice([entry])?.amount)
  const next = experience.next_available_date
  const choose = (date: string) => () => {
    if (ui.open) return ui.open(experience.id, date)
    purchase.store.dispatch({ type: 'dateChosen', date })
    purchase.store.dispatch({ type: 'experienceChosen', experienceId: experience.id })
  }
  const target = isFree ? state.date : next
  return (
    <li>
      <button type="button" className={isFree ? 'card' : 'card none'} disabled={!target} onClick={target ? choose(target) : undefined}>
        {experience.hero_image && (
          <Picture url={experience.hero_image} className="photo card-photo" sizes="(max-width: 859px) 100vw, 400px" />
        )}
        <span className="card-body">
          <span className="card-name">
            <bdi>{experience.name}</bdi>
          </span>
          <span className="card-facts">
            {dotted([experience.duration_minutes && durationText(experience.duration_minutes, ui), price], locale)}
          </span>
          {experience.short_description && <bdi className="card-text">{experience.short_description}</bdi>}
          {!isFree && (
            <span className="card-next">
              {t('notThisDay')}
              {next && <b>{t('nextFree', { date: mediumDate(next, locale) })}</b>}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

function Cards({ entries, viewer }: { entries: readonly DateEntry[]; viewer: Viewer }) {
  const { t, state } = useBuilder()
  const byId = new Map(entries.map((entry) => [entry.experience_id, entry]))
  const isFree = ({ id }: Experience): boolean => {
    const entry = byId.get(id)
    return entry !== undefined && isEntryAvailable(entry, viewer) && fitsParty(entry, state.party, viewer)
  }
  const sorted = [...viewer.experiences.values()].sort((a, b) => Number(isFree(b)) - Number(isFree(a)))
  return (
    <>
      {!sorted.some(isFree) && (
        <div className="nothing">
          <p className="nothing-title">{t('agendaNone')}</p>
          <p>{t('agendaNoneHint')}</p>
        </div>
      )}
      <ul className="cards">
        {sorted.map((experience) => (
          <Card key={experience.id} experience={experience} entry={byId.get(experience.id)} viewer={viewer} />
        ))}
      </ul>
    </>
  )
}

/** What can be done on a day, when no activity was chosen yet. */
export function AgendaStep() {
  const { t, state, init, open } = useBuilder()
  const { date } = state
  const path = `/api/experiences/getInDateRange/${date}/${date}`
  const body = { isAuthenticated: init.isAuthenticated, requestId: 0, showPrices: true }
  const { data, error, retry } = useLoad(path, () => postKept<RangeAnswer>(path, body))
  const live = init.experiences.filter(({ id, status }) => status.slug === 'live' && (!open || state.experienceId === null || id === state.experienceId))
  const viewer: Viewer = {
    isAuthenticated: init.isAuthenticated,
    showFull: false,
    experiences: new Map(live.map((experience) => [experience.id, experience])),
  }
  return (
    <section>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('agendaTitle')}
      </h1>
      <WeekStrip />
      {error ? <PartFailed t={t} onRetry={retry} /> : data ? <Cards entries={data.dates[date] ?? []} viewer={viewer} /> : <Bones />}
    </section>
  )
}
