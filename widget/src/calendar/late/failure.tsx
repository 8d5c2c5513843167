import { ApiError, NetworkError } from '../../api'
import type { Translate } from '../../i18n'
import type { CalendarKey } from '../../messages/calendar'

/** The message that explains a failure of the calendar to a visitor. */
export function failureKey(error: unknown): CalendarKey {
  if (error instanceof NetworkError) return 'errorOffline'
  if (error instanceof ApiError && error.status === 429) return 'errorBusy'
  return 'errorServer'
}

type Props = { error: unknown; t: Translate<CalendarKey>; onRetry: () => void }

export function Failure({ error, t, onRetry }: Props) {
  return (
    <div className="failure" role="alert">
      <p className="failure-title">{t('errorTitle')}</p>
      <p>{t(failureKey(error))}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
