import { useEffect, useRef } from 'react'
import type { Remedy } from '../checkout/flow'
import { checkPayment, pay } from '../checkout/paying'
import { renewHold, saveContact, saveExtras, saveGuests } from '../checkout/saving'
import type { Purchase } from '../checkout/checkout'
import { useBuilder, type BuilderUi } from '../context'
import { savedCheckout } from '../session'

function checkLastPayment(purchase: Purchase): void {
  const intentId = purchase.store.get().intent?.intent_id ?? savedCheckout()?.intentId
  if (intentId) void checkPayment(purchase, intentId)
}

const REMEDIES: Record<Remedy, (purchase: Purchase) => void> = {
  saveGuests: (purchase) => void saveGuests(purchase),
  saveContact: (purchase) => void saveContact(purchase),
  saveExtras: (purchase) => void saveExtras(purchase),
  renewHold: (purchase) => void renewHold(purchase),
  pay: (purchase) => void pay(purchase),
  checkPayment: checkLastPayment,
}

function textOf({ state: { notice }, t, money }: BuilderUi): string {
  if (!notice) return ''
  const { key, values } = notice
  if (key !== 'priceChanged' || !values) return t(key, values)
  return t(key, { from: money(Number(values.from)), to: money(Number(values.to)) })
}

/** What went wrong without taking the visitor away from the step. */
export function NoticeBox() {
  const ui = useBuilder()
  const { state, t, purchase } = ui
  const box = useRef<HTMLDivElement>(null)
  const { notice, oldNotice, busy } = state
  useEffect(() => {
    if (notice) box.current?.scrollIntoView({ block: 'center' })
  }, [notice])
  return (
    <div role="alert" ref={box}>
      {notice && (
        <div className={notice === oldNotice ? `notice ${notice.tone} old` : `notice ${notice.tone}`}>
          <p>
            {textOf(ui)} {notice.text && <bdi className="notice-text">{notice.text}</bdi>}
          </p>
          {notice.remedy && (
            <button
              type="button"
              className="link"
              disabled={busy !== null}
              onClick={() => REMEDIES[notice.remedy!](purchase)}
            >
              {notice.remedy === 'checkPayment' ? t('checkAgain') : t('retry')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
