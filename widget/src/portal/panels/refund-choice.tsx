import type { Outcome, RefundOffer, RefundPart } from '../types'
import type { PortalUi } from '../ui'

function wayOf({ t }: PortalUi, { by, last4 }: RefundPart): string {
  if (by === 'card') return last4 ? t('toCard', { last4 }) : t('toCardUsed')
  return t(by === 'gift_card' ? 'toGiftCard' : 'byHand')
}

type Props = { ui: PortalUi; refund: RefundOffer; outcome: Outcome; onChoose: (outcome: Outcome) => void }

/** As money on the way it came, or as credit for another time: the customer's choice where there is one. */
export function RefundChoice({ ui, refund, outcome, onChoose }: Props) {
  const { t, money } = ui
  if (refund.amount <= 0) return null
  const ways = refund.parts.map((part) => (refund.parts.length > 1 ? `${money(part.amount)} ${wayOf(ui, part)}` : wayOf(ui, part)))
  return (
    <fieldset className="choices">
      <legend>{t('howBack', { amount: money(refund.amount) })}</legend>
      {refund.outcomes.map((one) => (
        <label key={one} className="choice">
          <input type="radio" name="outcome" value={one} checked={outcome === one} onChange={() => onChoose(one)} />
          <span>
            <b>{t(one === 'refund' ? 'asMoney' : 'asCredit')}</b>
            <small>{one === 'refund' ? ways.join(', ') : t('asCreditText')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
