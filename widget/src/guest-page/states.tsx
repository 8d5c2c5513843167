import { ApiError } from '../api'
import type { Translate } from '../i18n'

/** The shape of the page until it is known. */
export function Waiting({ label, bones = 2 }: { label?: string; bones?: number }) {
  return (
    <div className="page-waiting" aria-busy="true">
      {label && <span className="visually-hidden">{label}</span>}
      {Array.from({ length: bones }, (_, place) => (
        <span key={place} className="bone" />
      ))}
    </div>
  )
}

type FailedKey = 'unknownTitle' | 'unknownText' | 'loadFailedTitle' | 'loadFailedText' | 'retry'

type FailedProps = { t: Translate<FailedKey>; isUnknown: boolean; onRetry: () => void }

/** Nothing to show: the link opens nothing, or the server was not reached. */
export function Failed({ t, isUnknown, onRetry }: FailedProps) {
  return (
    <main className="page-state" role="alert">
      <h1 className="heading">{t(isUnknown ? 'unknownTitle' : 'loadFailedTitle')}</h1>
      <p>{t(isUnknown ? 'unknownText' : 'loadFailedText')}</p>
      {!isUnknown && (
        <button type="button" className="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </main>
  )
}

/** Whether a link opens nothing here. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404
