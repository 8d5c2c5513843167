import { useEffect, useState } from 'react'
import { usePay } from '../context'
import { useFields, type FieldsState } from '../use-fields'

/** Wallets first: they are one touch; then the card. */
export function Fields({ amount, onState }: { amount: number; onState: (state: FieldsState) => void }) {
  const { t, link } = usePay()
  const [attempt, setAttempt] = useState(0)
  const { card, wallets, state } = useFields(amount, attempt)
  useEffect(() => onState(state), [state, onState])
  return (
    <div aria-busy={state === 'loading'}>
      <div ref={wallets} className="pay-wallets" hidden>
        <div className="pay-wallet-place" />
        <p className="pay-or">
          <span>{t('orByCard')}</span>
        </p>
      </div>
      {state === 'failed' && (
        <div className="notice danger" role="alert">
          <p>{t('paymentFormFailed')}</p>
          <button type="button" className="link" onClick={() => setAttempt(attempt + 1)}>
            {t('retry')}
          </button>
        </div>
      )}
      {state === 'loading' && (
        <div className="payment-bones">
          <span className="visually-hidden">{t('loading')}</span>
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
      <div ref={card} hidden={state === 'failed'} />
      {link.payment?.is_test && <p className="test-mode">{t('paymentTest')}</p>}
    </div>
  )
}
