import { useState } from 'react'
import type { PortalKey } from '../../messages/portal'
import { isActive } from '../model'
import { move, previewMove } from '../server'
import { isStale, useTask } from '../task'
import { momentText, whenText } from '../times'
import type { MovePreview, Outcome, TripOrder } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Problem } from './dialog'
import { RefundChoice } from './refund-choice'

type Props = { ui: PortalUi; order: TripOrder; name: string; preview: MovePreview; onPreview: (preview: MovePreview | null) => void }

/** What is paid, or comes back. What was called off and is booked anew has no price to compare with. */
function sumOf({ due_now, difference, refund }: MovePreview, isAnew: boolean): number {
  if (due_now > 0) return due_now
  return isAnew ? refund.amount : Math.abs(difference)
}

function sumKey(preview: MovePreview, isAnew: boolean): PortalKey {
  if (preview.due_now > 0) return 'toPayNow'
  if (sumOf(preview, isAnew) === 0) return 'samePrice'
  return !isAnew && preview.difference > 0 ? 'more' : 'less'
}

/** What the move comes to, before anything happens: paid first where it costs more, given back where it costs less. */
export function MoveConfirm({ ui, order, name, preview, onPreview }: Props) {
  const { t, money, portal, locale, hash } = ui
  const zone = portal.properties.time_zone
  const { refund, due_now, lost_addons } = preview
  const isAnew = !isActive(order)
  const isOther = name !== order.experience.name
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
          <dd>
            {isOther && <bdi className="moved-name">{order.experience.name}</bdi>}
            {order.timeslot ? whenText(order.timeslot, locale, zone) : t('dateOpen')}
          </dd>
        </div>
        <div>
          <dt>{t('timeAfter')}</dt>
          <dd>
            {isOther && <bdi className="moved-name">{name}</bdi>}
            <b>{to}</b>
          </dd>
        </div>
      </dl>
      <dl className="lines">
        {!isAnew && (
          <>
            <div>
              <dt>{t('priceBefore')}</dt>
              <dd>{money(preview.old_total)}</dd>
            </div>
            <div>
              <dt>{t('priceAfter')}</dt>
              <dd>{money(preview.new_total)}</dd>
            </div>
          </>
        )}
        <div className="total" aria-live="polite">
          <dt>{t(sumKey(preview, isAnew))}</dt>
          <dd>{sumOf(preview, isAnew) === 0 ? '' : money(sumOf(preview, isAnew))}</dd>
        </div>
      </dl>
      {lost_addons.length > 0 && <p className="notice warn">{t('lostAddons', { names: lost_addons.join(', ') })}</p>}
      {due_now > 0 && <p className="detail">{t('movePayText')}</p>}
      <RefundChoice ui={ui} refund={refund} outcome={outcome} onChoose={setOutcome} />
      <Problem ui={ui} task={task} />
      <Actions task={task} label={due_now > 0 ? t('payAmount', { amount: money(due_now) }) : t(isAnew ? 'bookTime' : 'moveNow')} onClick={() => void run()}>
        <button type="button" className="button quiet" onClick={() => onPreview(null)}>
          {t('back')}
        </button>
      </Actions>
    </>
  )
}
