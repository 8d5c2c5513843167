import { useEffect, useState } from 'react'
import { actionsOf, activeOrders } from '../model'
import { cancel, previewCancel, type Scope } from '../server'
import { isStale, useTask, type Task } from '../task'
import type { CancelPreview, Outcome } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'
import { RefundChoice } from './refund-choice'

/** The orders that may be cancelled here. */
const open = ({ portal }: PortalUi) => activeOrders(portal).filter(({ id }) => actionsOf(portal, id).cancel.is_allowed)

type WhatProps = { ui: PortalUi; chosen: readonly number[]; onChoose: (ids: number[]) => void }

/** Which of several activities are meant. */
function What({ ui, chosen, onChoose }: WhatProps) {
  const orders = open(ui)
  if (orders.length < 2) return null
  return (
    <fieldset className="choices">
      <legend>{ui.t('cancelWhat')}</legend>
      {orders.map(({ id, experience }) => (
        <label key={id} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <bdi>{experience.name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

function Sums({ ui: { t, money }, preview }: { ui: PortalUi; preview: CancelPreview }) {
  return (
    <dl className="lines">
      {preview.lines.map((line) => (
        <div key={line.trip_order_id}>
          <dt>
            <bdi>{line.experience_name}</bdi>
            {line.fee > 0 && <small>{t('cancelFee', { amount: money(line.fee) })}</small>}
          </dt>
          <dd>{money(line.gross)}</dd>
        </div>
      ))}
      {preview.kept > 0 && (
        <div>
          <dt>{t('kept')}</dt>
          <dd>{money(-preview.kept)}</dd>
        </div>
      )}
      <div className="total" aria-live="polite">
        <dt>{t('comesBack')}</dt>
        <dd>{money(preview.refund.amount)}</dd>
      </div>
    </dl>
  )
}

type Looked = { preview: CancelPreview | null; task: Task; look: () => void }

/** What it comes to, asked anew when something else is meant. */
function usePreview({ hash }: PortalUi, scope: Scope): Looked {
  const [seen, setSeen] = useState<{ key: string; preview: CancelPreview } | null>(null)
  const task = useTask()
  const key = JSON.stringify(scope)
  const look = (): void => void task.run(async () => setSeen({ key, preview: await previewCancel(hash, scope) }))
  const isWanted = seen?.key !== key && scope.order_ids?.length !== 0
  useEffect(() => {
    if (isWanted && !task.isBusy && !task.problem) look()
  })
  return { preview: seen?.key === key ? seen.preview : null, task, look }
}

/** The way out: the exact sum first, then how it comes back, then it is done. */
export function CancelPanel({ ui }: { ui: PortalUi }) {
  const { t, money, hash } = ui
  const orders = open(ui)
  const [chosen, setChosen] = useState(() => orders.map(({ id }) => id))
  // Numbers in order, so that the same choice is the same question.
  const scope: Scope = { order_ids: [...chosen].sort((a, b) => a - b) }
  const { preview, task: looking, look } = usePreview(ui, scope)
  const [wish, setWish] = useState<Outcome | null>(null)
  const task = useTask()
  const choose = (ids: number[]): void => {
    looking.clear()
    setChosen(ids)
  }
  const outcome = preview?.refund.outcomes.find((one) => one === wish) ?? preview?.refund.outcomes[0] ?? 'refund'
  const act = async ({ token }: CancelPreview): Promise<void> => {
    const wanted = { ...scope, token, outcome }
    try {
      const { refund_amount, credit_amount } = await cancel(hash, wanted, task.keyFor(wanted))
      const key = refund_amount > 0 ? 'canceledRefund' : credit_amount > 0 ? 'canceledCredit' : 'canceledDone'
      ui.done({ key, values: { amount: money(refund_amount || credit_amount) } })
    } catch (error) {
      if (isStale(error)) look()
      throw error
    }
  }
  const back = preview?.refund.amount ?? 0
  return (
    <Dialog ui={ui} title={t('cancelTrip')}>
      <p>{t('cancelText')}</p>
      <What ui={ui} chosen={chosen} onChoose={choose} />
      {preview ? <Sums ui={ui} preview={preview} /> : !looking.problem && chosen.length > 0 && <span className="bone sums" aria-busy="true" />}
      {looking.problem && (
        <div className="notice danger" role="alert">
          <p>{t(looking.problem)}</p>
          <button type="button" className="link" onClick={look}>
            {t('retry')}
          </button>
        </div>
      )}
      {preview && <RefundChoice ui={ui} refund={preview.refund} outcome={outcome} onChoose={setWish} />}
      <Problem ui={ui} task={task} />
      <Actions
        task={task}
        label={back > 0 ? t('cancelBack', { amount: money(back) }) : t('cancelNow')}
        isOff={!preview}
        isDanger
        onClick={() => void task.run(() => act(preview!))}
      >
        <button type="button" className="button quiet" onClick={ui.close}>
          {t('keepTrip')}
        </button>
      </Actions>
    </Dialog>
  )
}
