import { useEffect, useRef } from 'react'
import { useSign } from '../context'
import { namesOf } from '../model'
import { attachPad, type Pad } from '../pad'
import { Field } from './field'

/** The box to sign in, or the name typed by whoever cannot draw. */
export function SignatureBox() {
  const { t, draft, problems, language, change } = useSign()
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(namesOf(draft))
  return (
    <>
      <h1 className="heading">{t('signTitle')}</h1>
      <p className="sign-for">{t('signedFor', { names })}</p>
      {draft.isTyped ? (
        <Field id="typed" label={t('typedName')} hint={t('typedHint')} maxLength={160} value={draft.typedName} problem={problems.signature} onChange={(typedName) => change({ typedName })} />
      ) : (
        <DrawBox />
      )}
      <button type="button" className="link" onClick={() => change({ isTyped: !draft.isTyped })}>
        {t(draft.isTyped ? 'drawInstead' : 'typeInstead')}
      </button>
    </>
  )
}

function DrawBox() {
  const { t, draft, problems, change } = useSign()
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const pad = useRef<Pad | null>(null)
  useEffect(() => {
    if (!canvas.current) return
    change({ picture: null })
    pad.current = attachPad(canvas.current, (picture) => change({ picture }))
    return () => pad.current?.detach()
  }, [change])
  return (
    <div className="sign-pad">
      <canvas ref={canvas} role="img" aria-label={t('padLabel')} tabIndex={-1} aria-invalid={problems.signature !== undefined} />
      <div>
        <p className="sign-hint">{t('signHint')}</p>
        {draft.picture && (
          <button type="button" className="link" onClick={() => pad.current?.clear()}>
            {t('clear')}
          </button>
        )}
      </div>
      {problems.signature && (
        <p className="field-error" role="alert">
          {t('signFirst')}
        </p>
      )}
    </div>
  )
}
