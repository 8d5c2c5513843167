import { useEffect, useState } from 'react'
import { useCardFields, type CardFieldsOptions, type FieldsState } from './use-card-fields'

type Words = { orByCard: string; failed: string; retry: string; loading: string; isTest: string }
type Props = CardFieldsOptions & { words: Words; onState: (state: FieldsState) => void; className?: string }

/** Wallets first: they are one touch; then the card. */
export function CardFields({ words, onState, className, ...options }: Props) {
  const [attempt, setAttempt] = useState(0)
  const { card, wallets, state } = useCardFields(options, attempt)
  useEffect(() => onState(state), [state, onState])
  return (
    <div className={className} aria-busy={state === 'loading'}>
      <div ref={wallets} className="wallets" hidden>
        <div className="wallet-place" />
        <p className="or">
          <span>{words.orByCard}</span>
        </p>
      </div>
      {state === 'failed' && (
        <div className="notice danger" role="alert">
          <p>{words.failed}</p>
          <button type="button" className="link" onClick={() => setAttempt(attempt + 1)}>
            {words.retry}
          </button>
        </div>
      )}
      {state === 'loading' && (
        <div className="payment-bones">
          <span className="visually-hidden">{words.loading}</span>
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
      <div ref={card} hidden={state === 'failed'} />
      {options.payment?.is_test && <p className="test-mode">{words.isTest}</p>}
    </div>
  )
}
