import type { Translate } from '../../i18n'
import type { TripKey } from '../../messages/trip'

export function LoadFailed({ t, onRetry }: { t: Translate<TripKey>; onRetry: () => void }) {
  return (
    <div className="failure" role="alert">
      <h1 className="heading">{t('loadFailedTitle')}</h1>
      <p>{t('loadFailedText')}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}

/** A part of a step that could not be loaded, without taking the step away. */
export function PartFailed({ t, onRetry }: { t: Translate<TripKey>; onRetry: () => void }) {
  return (
    <div className="notice danger" role="alert">
      <p>{t('networkLost')}</p>
      <button type="button" className="link" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
