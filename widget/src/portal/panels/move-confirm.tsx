import { useState } from 'react'
import { move, previewMove } from '../server'
import { isStale, useTask } from '../task'
import { momentText, whenText } from '../times'
import type { MovePreview, Outcome, TripOrder } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Problem } from './dialog'
import { RefundChoice } from './refund-choice'

type Props = { ui: PortalUi; order: TripOrder; preview: MovePreview; onPreview: (preview: MovePreview | null) => void }

/** What the move comes to, before anything happens: paid first where it costs more, given back where it costs less. */
export function MoveConfirm({ ui, order, preview, onPreview }: Props) {
  const { t, money, portal, locale, hash } = ui
  const zone = portal.properties.time_zone
  const { refund, due_now, difference } = preview
  const [outcome, setOutcome] = useState<Outcome>(refund.outcomes[0] ?? 'refund')
  const task = useTask()
  const to = momentText(preview.start_at, locale, zone)
  const wanted = { timeslot_id: preview.timeslot_id, token: preview.token, settle: due_now > 0 ? ('pay' as const) : outcome }
  const act = async (): Promise<void> => {
    const { is_moved, pay_url, refund_amount, credit_amount } = await move(hash, order.id, wanted, task.keyFor(wanted))
    if (!is_moved && pay_url) return location.assign(pay_url)
    const back = refund_amount || credit_amount
    const key = refund_amount > 0 ? 'movedRefund' : credit_amount > 0 ? 'movedCredit' : 'moved'
    ui.done({ key, values: { when: to, amount: money(back) } })
  }
  const run = (): Promise<void> =>
    task.run(async () => {
      try {
        await act()
      } catch (error) {
        // The price changed while somebody looked: the new one is shown, and nothing was done.
        if (isStale(error)) onPreview(await previewMove(hash, order.id, preview.timeslot_id))
        throw error
      }
    })
  return (
    <>
      <dl className="from-to">
        <div>
          <dt>{t('timeBefore')}</dt>
          <dd>{order.timeslot ? whenText(order.timeslot, locale, zone) : t('dateOpen')}</dd>
        </div>
        <div>
          <dt>{t('timeAfter')}</dt>
          <dd>
            <b>{to}</b>
          </dd>
        </div>
      </dl>
      <dl className="lines">
        <div>
          <dt>{t('priceBefore')}</dt>
          <dd>{money(preview.old_total)}</dd>
        </div>
        <div>
          <dt>{t('priceAfter')}</dt>
          <dd>{money(preview.new_total)}</dd>
        </div>
        <div className="total" aria-live="polite">
          <dt>{t(difference === 0 ? 'samePrice' : due_now > 0 ? 'toPayNow' : difference > 0 ? 'more' : 'less')}</dt>
          <dd>{difference === 0 ? '' : money(due_now > 0 ? due_now : Math.abs(difference))}</dd>
        </div>
      </dl>
      {due_now > 0 && <p className="detail">{t('movePayText')}</p>}
      <RefundChoice ui={ui} refund={refund} outcome={outcome} onChoose={setOutcome} />
      <Problem ui={ui} task={task} />
      <Actions task={task} label={due_now > 0 ? t('payAmount', { amount: money(due_now) }) : t('moveNow')} onClick={() => void run()}>
        <button type="button" className="button quiet" onClick={() => onPreview(null)}>
          {t('back')}
        </button>
      </Actions>
    </>
  )
}
