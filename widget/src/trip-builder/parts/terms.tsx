import { useBuilder } from '../context'

/** The operator's terms, written by the operator's staff and cleaned by the server. */
export function Terms() {
  const { t, init, state, purchase } = useBuilder()
  const { terms_html, privacy_url } = init.properties
  if (!terms_html && !privacy_url) return null
  return (
    <div className="terms">
      {terms_html && (
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={state.hasAcceptedTerms}
              onChange={(event) => purchase.store.dispatch({ type: 'termsChanged', isAccepted: event.currentTarget.checked })}
            />
            <span>{t('acceptTerms')}</span>
          </label>
          <details>
            <summary>{t('readTerms')}</summary>
            <iframe className="terms-text" title={t('readTerms')} sandbox="" srcDoc={terms_html} />
          </details>
        </>
      )}
      {privacy_url && (
        <a className="link" href={privacy_url} target="_blank" rel="noopener noreferrer">
          {t('privacy')}
        </a>
      )}
    </div>
  )
}
