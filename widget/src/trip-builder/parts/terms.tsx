import { useRef } from 'react'
import { useBuilder } from '../context'

/** Gives the text in a frame the look of what is around it, and the frame the height of the text. */
function settle(frame: HTMLIFrameElement | null): void {
  const body = frame?.contentDocument?.body
  if (!frame || !body) return
  const { fontFamily, fontSize, direction } = getComputedStyle(frame)
  // One by one: a strict policy allows styles that are set so, and none in markup.
  Object.assign(body.style, { fontFamily, fontSize, direction, lineHeight: '1.5', margin: '12px 16px', overflowWrap: 'anywhere' })
  frame.style.height = 'auto'
  frame.style.height = `${Math.ceil(body.getBoundingClientRect().height) + 26}px`
}

/** A frame whose scripts never run; ours reach into it for its look alone. */
function TermsText({ html }: { html: string }) {
  const { t } = useBuilder()
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <details onToggle={() => settle(frame.current)}>
      <summary>{t('readTerms')}</summary>
      <iframe className="terms-text" ref={frame} title={t('readTerms')} sandbox="allow-same-origin" srcDoc={html} onLoad={() => settle(frame.current)} />
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
