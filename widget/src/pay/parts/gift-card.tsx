import { useState, type FormEvent } from 'react'
import { usePay } from '../context'
import { dropCode, spendCode } from '../paying'

/** A gift card takes its value off; what it does not cover is paid by card. */
export function GiftCard() {
  const { t, link, desk, money } = usePay()
  const [isOpen, setOpen] = useState(false)
  if (link.gift_card) {
    return (
      <div className="pay-part pay-gift-used">
        <p>{t('giftCardUsed', { last4: link.gift_card.last4, amount: money(link.gift_card.amount) })}</p>
        <button type="button" className="link" onClick={() => void dropCode(desk)}>
          {t('remove')}
        </button>
      </div>
    )
  }
  if (isOpen) return <CodeField />
  return (
    <button type="button" className="link pay-gift-open" onClick={() => setOpen(true)}>
      {t('giftCardHave')}
    </button>
  )
}

function CodeField() {
  const { t, desk, state } = usePay()
  const [code, setCode] = useState('')
  const problem = state.giftCardProblem
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim()) void spendCode(desk, code.trim())
  }
  return (
    <form className="field pay-part pay-gift" onSubmit={send}>
      <label htmlFor="gift-code">{t('giftCardCode')}</label>
      <div>
        <input
          id="gift-code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={40}
          value={code}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'gift-problem' : undefined}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" className="button quiet" disabled={!code.trim() || state.busy !== null}>
          {t('giftCardApply')}
        </button>
      </div>
      {problem && (
        <p id="gift-problem" className="field-error" role="alert">
          {t(problem)}
        </p>
      )}
    </form>
  )
}
