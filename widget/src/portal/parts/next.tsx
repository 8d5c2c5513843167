import { Clock } from '../../icons'
import { dayAndTime } from '../../times'
import { isAllowed, nextStep, pendingMoves, unsignedCount } from '../model'
import { momentText } from '../times'
import type { PortalUi } from '../ui'
import { Pen, Star } from '../icons'

type Props = { ui: PortalUi }

/** The address at which a form without a script has the rest paid. */
const pageOf = ({ hash, language }: PortalUi): string => `/${language === 'ar' ? '' : `${language}/`}customerPortal?trip=${encodeURIComponent(hash)}`

function Due({ ui }: Props) {
  const { t, money, portal, locale } = ui
  const { due_amount, due_at } = portal.payments
  const amount = money(due_amount)
  return (
    <>
      <div>
        <h2>{t('due')}</h2>
        <p className="amount">{amount}</p>
        {due_at && <p className="detail">{t('dueBy', { when: momentText(due_at, locale, portal.properties.time_zone) })}</p>}
      </div>
      <div className="next-actions">
        <form method="post" action={pageOf(ui)}>
          <button className="button main-button">{t('payAmount', { amount })}</button>
        </form>
        {portal.orders.flatMap(({ guests }) => guests).length > 1 && (
          <button type="button" className="link scripted" onClick={() => ui.open({ name: 'pay' })}>
            {t('payPart')}
          </button>
        )}
      </div>
    </>
  )
}

function MoveToConfirm({ ui }: Props) {
  const { t, money, portal, locale } = ui
  return pendingMoves(portal).map(({ trip_order_id, pending_move: move }) => (
    <div key={trip_order_id} className="next-row">
      <div>
        <h2>{t('moveWaits')}</h2>
        <p>{dayAndTime(move!.date, move!.start_time, locale, 'long')}</p>
        <p className="detail">{t('moveHeld', { when: momentText(move!.held_until, locale, portal.properties.time_zone) })}</p>
      </div>
      <div className="next-actions">
        <a className="button main-button" href={move!.pay_url}>
          {t('payAmount', { amount: money(move!.amount) })}
        </a>
        <button type="button" className="link scripted" onClick={() => ui.withdraw(trip_order_id)}>
          {t('moveWithdraw')}
        </button>
      </div>
    </div>
  ))
}

function Sign({ ui: { t, portal, hash } }: Props) {
  return (
    <>
      <div>
        <h2>{t('signTitle')}</h2>
        <p>{t('signText', { n: unsignedCount(portal) })}</p>
      </div>
      <a className="button main-button" href={`/waiverPortal/${hash}`}>
        <Pen />
        {t('signNow')}
      </a>
    </>
  )
}

function Rate({ ui }: Props) {
  return (
    <>
      <div>
        <h2>{ui.t('reviewTitle')}</h2>
        <p>{ui.t('reviewText', { name: ui.operator.name })}</p>
      </div>
      <button type="button" className="button main-button scripted" onClick={() => ui.open({ name: 'review' })}>
        <Star />
        {ui.t('reviewWrite')}
      </button>
    </>
  )
}

const STEPS = { confirmMove: MoveToConfirm, pay: Due, sign: Sign, review: Rate }

/** What waits for the customer beside the first of it, in a line. */
function Further({ ui }: Props) {
  const { t, portal, hash } = ui
  const step = nextStep(portal)
  const unsigned = unsignedCount(portal)
  return (
    <>
      {portal.payments.collected_by && <p className="notice">{t('collectedBy', { name: portal.payments.collected_by })}</p>}
      {portal.payments.due_amount > 0 && !portal.payments.is_payable && !portal.payments.collected_by && (
        <p className="notice warn">
          <Clock />
          <span>{t('dueLater', { amount: ui.money(portal.payments.due_amount) })}</span>
        </p>
      )}
      {unsigned > 0 && step !== 'sign' && (
        <p className="notice warn">
          <span>{t('signText', { n: unsigned })}</span>
          <a href={`/waiverPortal/${hash}`}>{t('signNow')}</a>
        </p>
      )}
    </>
  )
}

/** The one thing that waits for the customer, and the way to do it. */
export function Next({ ui }: Props) {
  const step = nextStep(ui.portal)
  const Body = step && STEPS[step]
  return (
    <>
      {Body && (
        <section className="card next">
          <Body ui={ui} />
        </section>
      )}
      <Further ui={ui} />
      {isAllowed(ui.portal, 'tip') && ui.portal.tip && step !== 'pay' && (
        <p className="notice">
          <span>{ui.t('tipTitle')}</span>
          <button type="button" className="link scripted" onClick={() => ui.open({ name: 'tip' })}>
            {ui.t('tipGive')}
          </button>
        </p>
      )}
    </>
  )
}
