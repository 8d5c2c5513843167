import { useEffect, useRef, useState } from 'react'
import { applyCode, removeCard, removeOffer } from '../checkout/codes'
import { useBuilder } from '../context'
import { cardsOn } from '../types'

/** What is on the cart already; each can be taken off. */
function Applied() {
  const { t, money, state, purchase } = useBuilder()
  const trip = state.trip!
  const rows = [
    ...trip.offerCodes.map(({ id, code, amount, public_description }) => ({ key: `o${id}`, name: code, amount: -Math.abs(amount), text: public_description, drop: () => removeOffer(purchase, id) })),
    ...cardsOn(trip).map(({ id, amount, card }) => ({ key: `g${id}`, name: `${t('giftCard')} \u2066••${card?.last4 ?? ''}\u2069`, amount: -amount, text: '', drop: () => removeCard(purchase, id) })),
  ]
  if (rows.length === 0) return null
  return (
    <ul className="applied">
      {rows.map(({ key, name, amount, text, drop }) => (
        <li key={key}>
          <span>
            <b dir="auto">{name}</b>
            {text && <small>{text}</small>}
          </span>
          <span>{money(amount)}</span>
          <button type="button" className="link" disabled={state.busy !== null} aria-label={`${t('remove')}: ${name}`} onClick={() => void drop()}>
            {t('remove')}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Problem({ onReplace }: { onReplace: (code: string) => void }) {
  const { t, state } = useBuilder()
  const { codeProblem } = state
  return (
    <div role="alert" id="code-error">
      {codeProblem && (
        <p className="field-error">
          {t(codeProblem.key)}{' '}
          {codeProblem.replacing && (
            <button type="button" className="link inline" onClick={() => onReplace(codeProblem.replacing!)}>
              {t('codeReplace')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** One field for whatever code somebody has; folded, so that nobody goes looking for one. */
export function Codes() {
  const { t, state, purchase } = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isBusy = state.busy !== null
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const apply = async (wanted: string, replace = false): Promise<void> => {
    if (wanted.trim() === '') return field.current?.focus()
    if (await applyCode(purchase, wanted.trim(), replace)) setCode('')
    field.current?.focus()
  }
  return (
    <div className="codes">
      <Applied />
      {isOpen ? (
        <form
          className="code-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void apply(code)
          }}
        >
          <label htmlFor="code">{t('codeAsk')}</label>
          <div className="code-row">
            <input
              ref={field}
              id="code"
              value={code}
              maxLength={40}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck="false"
              aria-invalid={state.codeProblem !== null}
              aria-describedby="code-error"
              onInput={(event) => setCode(event.currentTarget.value)}
            />
            <button type="submit" className="button quiet" aria-disabled={isBusy}>
              {state.busy === 'code' && <span className="spinner" aria-hidden="true" />}
              {t('codeApply')}
            </button>
          </div>
          <Problem onReplace={(wanted) => void apply(wanted, true)} />
        </form>
      ) : (
        <button type="button" className="link" aria-expanded="false" onClick={() => setOpen(true)}>
          {t('codeAsk')}
        </button>
      )}
    </div>
  )
}
