import { useState } from 'react'
import { readAmount, share } from '../../pay/amount'
import { fullName } from '../model'
import { payAddress } from '../server'
import { useTask } from '../task'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'

/** The part of some guests, on a payment page of its own. */
export function PayPanel({ ui }: { ui: PortalUi }) {
  const { t, hash, portal } = ui
  const guests = portal.orders.flatMap((order) => order.guests)
  const [chosen, setChosen] = useState<number[]>([])
  const task = useTask()
  const go = async (): Promise<void> => location.assign(await payAddress(hash, { booking_ids: chosen }))
  return (
    <Dialog ui={ui} title={t('payPart')}>
      <fieldset className="choices">
        <legend>{t('payFor')}</legend>
        {guests.map((guest) => (
          <label key={guest.booking_id} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(guest.booking_id)}
              onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, guest.booking_id] : chosen.filter((id) => id !== guest.booking_id))}
            />
            <span>
              <bdi>{fullName(guest) || guest.ticket}</bdi>
              {fullName(guest) && <small dir="auto">{guest.ticket}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <Problem ui={ui} task={task} />
      <Actions task={task} label={t('toPayment')} isOff={chosen.length === 0} onClick={() => void task.run(go)} />
    </Dialog>
  )
}

/** Thanks for the crew: a suggested share or an own amount. */
export function TipPanel({ ui }: { ui: PortalUi }) {
  const { t, hash, portal, money, locale } = ui
  const { base_amount: base, suggestions_ppm: suggestions } = portal.tip!
  const { currency } = portal.trip
  const [chosen, setChosen] = useState<number | 'own'>(suggestions[Math.floor(suggestions.length / 2)] ?? 'own')
  const [typed, setTyped] = useState('')
  const task = useTask()
  const amount = chosen === 'own' ? (readAmount(typed, currency) ?? 0) : share(base, chosen)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const go = async (): Promise<void> => location.assign(await payAddress(hash, { tip: amount }))
  return (
    <Dialog ui={ui} title={t('tipTitle')}>
      <fieldset className="choices">
        <legend>{t('tipLegend')}</legend>
        {suggestions.map((ppm) => (
          <label key={ppm} className="choice">
            <input type="radio" name="tip" checked={chosen === ppm} onChange={() => setChosen(ppm)} />
            <b>{percent.format(ppm / 1_000_000)}</b>
            <span className="choice-price">{money(share(base, ppm))}</span>
          </label>
        ))}
        <label className="choice">
          <input type="radio" name="tip" checked={chosen === 'own'} onChange={() => setChosen('own')} />
          <b>{t('tipOwn')}</b>
        </label>
      </fieldset>
      {chosen === 'own' && (
        <div className="field">
          <label htmlFor="tip">{t('tipAmount', { currency })}</label>
          <input id="tip" inputMode="decimal" dir="ltr" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </div>
      )}
      <Problem ui={ui} task={task} />
      <Actions task={task} label={t('payAmount', { amount: money(amount) })} isOff={amount <= 0} onClick={() => void task.run(go)} />
    </Dialog>
  )
}
