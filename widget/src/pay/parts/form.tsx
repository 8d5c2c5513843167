import { useEffect, useRef, useState } from 'react'
import { usePay } from '../context'
import { checkAgain, pay } from '../paying'
import { CardFields } from '../../card-fields/card-fields'
import type { FieldsState } from '../../card-fields/use-card-fields'
import { GiftCard } from './gift-card'
import { Guests } from './guests'
import { InvoiceAmount } from './invoice'
import { Tip } from './tip'

/** What went wrong, without taking anything away that was chosen or typed. */
function NoticeBox() {
  const { state, t, desk } = usePay()
  const box = useRef<HTMLDivElement>(null)
  const { notice, busy } = state
  useEffect(() => {
    if (notice) box.current?.scrollIntoView({ block: 'center' })
  }, [notice])
  return (
    <div role="alert" ref={box}>
      {notice && (
        <div className={`notice ${notice.tone}`}>
          <p>
            {t(notice.key, notice.values)} {notice.text && <bdi className="notice-text">{notice.text}</bdi>}
          </p>
          {notice.canCheck && (
            <button type="button" className="link" disabled={busy !== null} onClick={() => checkAgain(desk)}>
              {t('checkAgain')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** How the amount comes about, when it is more than one number. */
function Sums() {
  const { t, sum, money } = usePay()
  if (sum.giftCard === 0 && sum.tip === 0) return null
  return (
    <dl className="lines pay-sums" aria-live="polite">
      <div>
        <dt>{t('due')}</dt>
        <dd>{money(sum.due)}</dd>
      </div>
      {sum.giftCard > 0 && (
        <div>
          <dt>{t('giftCard')}</dt>
          <dd>{money(-sum.giftCard)}</dd>
        </div>
      )}
      {sum.tip > 0 && (
        <div>
          <dt>{t('tip')}</dt>
          <dd>{money(sum.tip)}</dd>
        </div>
      )}
    </dl>
  )
}

function PayButton({ isReady }: { isReady: boolean }) {
  const { t, sum, money, state, desk } = usePay()
  const isBusy = state.busy === 'paying' || state.busy === 'checking'
  const label = isBusy ? t(state.busy === 'paying' ? 'paying' : 'checking') : t('payAmount', { amount: money(sum.toPay) })
  return (
    <div className="pay-actions">
      <button
        type="button"
        className="button main-button"
        disabled={!isReady || sum.toPay <= 0}
        aria-disabled={state.busy !== null}
        data-busy={isBusy}
        onClick={() => void pay(desk)}
      >
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
    </div>
  )
}

function PaymentFields({ amount, onState }: { amount: number; onState: (state: FieldsState) => void }) {
  const { t, desk, link, language } = usePay()
  return (
    <CardFields
      holder={desk}
      payment={link.payment}
      amount={amount}
      currency={link.currency}
      language={language}
      onWallet={() => void pay(desk, 'wallets')}
      onState={onState}
      words={{ orByCard: t('orByCard'), failed: t('paymentFormFailed'), retry: t('retry'), loading: t('loading'), isTest: t('paymentTest') }}
    />
  )
}

/** Choose, then pay: one column, one button. */
export function Form() {
  const { t, link, sum, money } = usePay()
  const [fields, setFields] = useState<FieldsState>('loading')
  const isTab = link.amount_mode === 'tab'
  const emptyText = link.invoice ? t('invoicePartLimit', { amount: money(link.amount) }) : t(isTab ? 'chooseFirst' : 'nothingDue')
  if (!link.payment) {
    return (
      <div className="notice warn" role="alert">
        <p>{t('paymentOff', { name: link.operator.name })}</p>
      </div>
    )
  }
  return (
    <section className="pay-form" aria-label={t('payment')}>
      {isTab && <Guests />}
      {link.invoice && <InvoiceAmount />}
      <Tip />
      {!link.invoice && <GiftCard />}
      <Sums />
      {sum.toPay > 0 ? (
        <PaymentFields amount={sum.toPay} onState={setFields} />
      ) : (
        <p className="detail pay-choose">{emptyText}</p>
      )}
      <NoticeBox />
      <PayButton isReady={fields === 'ready'} />
    </section>
  )
}
