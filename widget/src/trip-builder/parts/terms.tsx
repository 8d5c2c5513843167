import { useLayoutEffect, useRef } from 'react'
import { useBuilder } from '../context'
import { operatorNodes } from './operator-html'

/** Part of the page, so that it looks as what is around it, is read as one with it and is as tall as it is long. */
function TermsText({ html }: { html: string }) {
  const { t } = useBuilder()
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => text.current?.replaceChildren(...operatorNodes(html)), [html])
  return (
    <details>
      <summary>{t('readTerms')}</summary>
      <div className="terms-text" ref={text} dir="auto" role="region" aria-label={t('readTerms')} tabIndex={0} />
    </details>
  )
}

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
          <TermsText html={terms_html} />
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
