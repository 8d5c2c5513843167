import { useState } from 'react'
import { readAmount, suggestedTip, type Tip as Chosen } from '../amount'
import { usePay } from '../context'

const percent = (ppm: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(ppm / 1_000_000)

/** Something for the crew: nothing is chosen until the payer chooses. */
export function Tip() {
  const { t, link, state, desk, money, locale } = usePay()
  const [isOwn, setOwn] = useState(false)
  if (!link.tip) return null
  const { choice } = state
  const { tip } = choice
  const choose = (next: Chosen): void => desk.store.dispatch({ choice: { ...choice, tip: next } })
  const pick = (next: Chosen): void => {
    setOwn(false)
    choose(next)
  }
  return (
    <fieldset className="pay-part">
      <legend>{t('tipTitle')}</legend>
      <div className="pay-tips">
        <Pick isChosen={!isOwn && tip.kind === 'none'} onChoose={() => pick({ kind: 'none' })} label={t('tipNone')} />
        {link.tip.suggestions_ppm.map((ppm) => (
          <Pick
            key={ppm}
            isChosen={!isOwn && tip.kind === 'share' && tip.ppm === ppm}
            onChoose={() => pick({ kind: 'share', ppm })}
            label={percent(ppm, locale)}
            note={money(suggestedTip(link, choice, ppm))}
          />
        ))}
        <Pick isChosen={isOwn} onChoose={() => setOwn(true)} label={t('tipOwn')} />
      </div>
      {isOwn && <OwnTip onAmount={(amount) => choose(amount > 0 ? { kind: 'own', amount } : { kind: 'none' })} />}
    </fieldset>
  )
}

type PickProps = { isChosen: boolean; onChoose: () => void; label: string; note?: string }

function Pick({ isChosen, onChoose, label, note }: PickProps) {
  return (
    <label className="pay-tip">
      <input type="radio" name="tip" checked={isChosen} onChange={onChoose} />
      <b>{label}</b>
      {note && <span>{note}</span>}
    </label>
  )
}

function OwnTip({ onAmount }: { onAmount: (amount: number) => void }) {
  const { t, link } = usePay()
  const [text, setText] = useState('')
  const type = (typed: string): void => {
    setText(typed)
    onAmount(readAmount(typed, link.currency) ?? 0)
  }
  return (
    <div className="field pay-own-tip">
      <label htmlFor="own-tip">{t('tipAmount', { currency: link.currency })}</label>
      <input
        id="own-tip"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        maxLength={12}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
    </div>
  )
}
