import { useEffect, useState } from 'react'
import { get } from '../../api'
import { instantTime } from '../../times'
import { failureKey } from './failure'
import type { Model } from '../model'

type Departure = { id: number; start_at: string; is_flex: boolean; is_bookable: boolean }

type Found = { departures: Departure[] | null; error: unknown }

function useDepartures(path: string): [Found, () => void] {
  const [found, setFound] = useState<Found>({ departures: null, error: null })
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let isCurrent = true
    get<Departure[]>(path).then(
      (departures) => isCurrent && setFound({ departures, error: null }),
      (error: unknown) => isCurrent && setFound({ departures: null, error }),
    )
    return () => void (isCurrent = false)
  }, [path, attempt])
  return [found, () => setAttempt(attempt + 1)]
}

/** Rebooking: the departures of the chosen day; choosing one names it to the trip builder. */
export function Departures({ model, day }: { model: Model; day: string }) {
  const { ui, state, open } = model
  const { t, locale, init, settings } = ui
  const [{ departures, error }, retry] = useDepartures(`/api/timeslots/getForExperienceDate/${state.experienceId}/${day}`)
  if (error) {
    return (
      <p className="departures" role="alert">
        {t(failureKey(error))}{' '}
        <button type="button" className="link" onClick={retry}>
          {t('retry')}
        </button>
      </p>
    )
  }
  if (!departures) return <div className="departures bone" aria-hidden="true" />
  const text = ({ start_at, is_flex }: Departure): string => (is_flex ? t('flexTime') : instantTime(start_at, locale, init.properties.time_zone))
  return (
    <ul className="departures">
      {departures.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className="button quiet"
            disabled={!one.is_bookable || one.id === settings.timeslot}
            aria-label={one.is_bookable ? text(one) : `${text(one)}, ${t('unavailable')}`}
            onClick={() => open(state.experienceId, day, one.id)}
          >
            {text(one)}
          </button>
        </li>
      ))}
    </ul>
  )
}
