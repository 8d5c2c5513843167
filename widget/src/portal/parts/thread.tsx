import { momentText } from '../times'
import { isAllowed } from '../model'
import type { PortalUi } from '../ui'

/** What the customer asked and what was answered, and the way to ask. */
export function Thread({ ui }: { ui: PortalUi }) {
  const { t, portal, operator, locale } = ui
  if (portal.messages.length === 0 && !isAllowed(portal, 'ask')) return null
  return (
    <section className="card scripted-only">
      <h2>{t('questions')}</h2>
      {portal.messages.length === 0 && <p className="detail">{t('questionsText', { name: operator.name })}</p>}
      <ol className="thread">
        {portal.messages.map((message) => (
          <li key={message.id} className={message.is_from_guest ? 'mine' : undefined}>
            <small>
              <bdi>{message.is_from_guest ? t('you') : operator.name}</bdi>
              {` · ${momentText(message.created_at, locale, portal.properties.time_zone)}`}
            </small>
            <p dir="auto">{message.body}</p>
          </li>
        ))}
      </ol>
      {isAllowed(portal, 'ask') && (
        <button type="button" className="button quiet scripted" onClick={() => ui.open({ name: 'ask' })}>
          {t('ask')}
        </button>
      )}
    </section>
  )
}

const SITES: Record<string, string> = { google: 'Google', tripadvisor: 'Tripadvisor' }

/** What the customer said of the tour, what the operator answered, and where else to say it. */
export function Said({ ui: { t, portal, operator } }: { ui: PortalUi }) {
  const { review } = portal
  if (!review) return null
  return (
    <section className="card">
      <h2>{t('yourReview')}</h2>
      <p className="stars" role="img" aria-label={t('starsOf', { n: review.rating })}>
        {'★'.repeat(review.rating)}
        <span>{'★'.repeat(5 - review.rating)}</span>
      </p>
      {review.body && <p dir="auto">{review.body}</p>}
      {review.reply && (
        <div className="detail">
          <strong>{t('reviewReply', { name: operator.name })}</strong>
          <p dir="auto">{review.reply}</p>
        </div>
      )}
      {Object.entries(review.share).map(([site, url]) => (
        <p key={site}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('shareOn', { site: SITES[site] ?? site })}
          </a>
        </p>
      ))}
    </section>
  )
}
