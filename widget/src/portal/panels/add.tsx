import { useEffect, useState } from 'react'
import { Minus, Plus } from '../../icons'
import { addExtras, addGuests, listAdditions, previewExtras, previewGuests, type Extras, type Quantity } from '../server'
import { isStale, useTask, type Task } from '../task'
import type { Addition, AdditionPreview, Additions, Ticket } from '../types'
import type { PortalUi } from '../ui'
import { Actions, Dialog, Problem } from './dialog'
import { ExtrasFields, extrasOf, type ExtraForm } from './extras'

type StepperProps = { ui: PortalUi; ticket: Ticket; count: number; isFull: boolean; onCount: (count: number) => void }

/** How many more of one ticket. */
function Stepper({ ui: { t, money }, ticket, count, isFull, onCount }: StepperProps) {
  return (
    <div className="stepper" role="group" aria-label={ticket.name}>
      <div>
        <p className="stepper-name" dir="auto">
          {ticket.name}
        </p>
        <p className="stepper-facts">{money(ticket.price)}</p>
      </div>
      <div className="stepper-buttons">
        <button type="button" className="round" aria-label={t('oneLess')} disabled={count === 0} onClick={() => onCount(count - 1)}>
          <Minus />
        </button>
        <output className="stepper-count" aria-live="polite">
          {count}
        </output>
        <button type="button" className="round" aria-label={t('oneMore')} disabled={isFull} onClick={() => onCount(count + 1)}>
          <Plus />
        </button>
      </div>
    </div>
  )
}

type GuestsProps = { ui: PortalUi; offer: Additions; counts: Record<number, number>; onCounts: (counts: Record<number, number>) => void }

function MoreGuests({ ui, offer, counts, onCounts }: GuestsProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const left = offer.seats === null ? Infinity : offer.seats - total
  return (
    <>
      {offer.seats !== null && <p className="detail">{ui.t('seatsLeft', { n: offer.seats })}</p>}
      {offer.tickets.map((ticket) => {
        const { experience_customer_type_id: id } = ticket
        return <Stepper key={id} ui={ui} ticket={ticket} count={counts[id] ?? 0} isFull={left <= 0} onCount={(count) => onCounts({ ...counts, [id]: count })} />
      })}
    </>
  )
}

type Wanted = { quantities: Quantity[]; extras: null } | { quantities: null; extras: Extras }

const previewOf = (hash: string, order: number, { quantities, extras }: Wanted): Promise<AdditionPreview> =>
  quantities ? previewGuests(hash, order, quantities) : previewExtras(hash, order, extras)

const addOf = (hash: string, order: number, { quantities, extras }: Wanted, token: string, key: string): Promise<Addition> =>
  quantities ? addGuests(hash, order, quantities, token, key) : addExtras(hash, order, extras, token, key)

type ConfirmProps = { ui: PortalUi; orderId: number; wanted: Wanted; preview: AdditionPreview; onPreview: (preview: AdditionPreview | null) => void }

/** What it comes to, before it is added. */
function Confirm({ ui, orderId, wanted, preview, onPreview }: ConfirmProps) {
  const { t, money, hash } = ui
  const task = useTask()
  const act = async (): Promise<void> => {
    try {
      const { balance, pay_url } = await addOf(hash, orderId, wanted, preview.token, task.keyFor({ wanted, token: preview.token }))
      if (pay_url) location.assign(pay_url)
      else ui.done({ key: balance > 0 ? 'addedDue' : 'added', values: { amount: money(balance) } })
    } catch (error) {
      if (isStale(error)) onPreview(await previewOf(hash, orderId, wanted))
      throw error
    }
  }
  return (
    <>
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
          <dt>{t('more')}</dt>
          <dd>{money(preview.difference)}</dd>
        </div>
      </dl>
      {preview.balance > 0 && <p className="detail">{t('addPayText')}</p>}
      <Problem ui={ui} task={task} />
      <Actions task={task} label={t('addNow')} onClick={() => void task.run(act)}>
        <button type="button" className="button quiet" onClick={() => onPreview(null)}>
          {t('back')}
        </button>
      </Actions>
    </>
  )
}

type PickProps = { ui: PortalUi; orderId: number; offer: Additions; task: Task; onWanted: (wanted: Wanted) => void }

/** More guests, or extras: one after the other, so that each has its own sum. */
function Pick({ ui, orderId, offer, task, onWanted }: PickProps) {
  const { t } = ui
  const hasBoth = offer.tickets.length > 0 && offer.addons.length > 0
  const [isExtras, setExtras] = useState(offer.tickets.length === 0)
  const [counts, setCounts] = useState<Record<number, number>>({})
  const [form, setForm] = useState<ExtraForm>({})
  const extras = extrasOf(offer.addons, form)
  const quantities = Object.entries(counts).flatMap(([id, qty]) => (qty > 0 ? [{ experience_customer_type_id: Number(id), qty }] : []))
  const isNothing = isExtras ? extras.addons.length + extras.guests.length === 0 : quantities.length === 0
  const choose = (toExtras: boolean): void => {
    task.clear()
    setExtras(toExtras)
  }
  return (
    <>
      {hasBoth && (
        <fieldset className="switch">
          <legend className="visually-hidden">{t('addMore')}</legend>
          {[false, true].map((one) => (
            <label key={String(one)}>
              <input type="radio" name="what" checked={isExtras === one} onChange={() => choose(one)} />
              {t(one ? 'extras' : 'moreGuests')}
            </label>
          ))}
        </fieldset>
      )}
      {isExtras ? (
        <ExtrasFields ui={ui} orderId={orderId} addons={offer.addons} form={form} onChange={setForm} />
      ) : (
        <MoreGuests ui={ui} offer={offer} counts={counts} onCounts={setCounts} />
      )}
      {offer.tickets.length + offer.addons.length === 0 && <p>{t('nothingToAdd')}</p>}
      <Problem ui={ui} task={task} />
      <Actions
        task={task}
        label={t('next')}
        isOff={isNothing}
        onClick={() => onWanted(isExtras ? { quantities: null, extras } : { quantities, extras: null })}
      />
    </>
  )
}

/** More guests and extras: what it comes to first, then it is added, with a balance to pay. */
export function AddPanel({ ui, orderId }: { ui: PortalUi; orderId: number }) {
  const { t, hash } = ui
  const [offer, setOffer] = useState<Additions | null>(null)
  const [chosen, setChosen] = useState<{ wanted: Wanted; preview: AdditionPreview } | null>(null)
  const loading = useTask()
  const task = useTask()
  const load = (): void => void loading.run(async () => setOffer(await listAdditions(hash, orderId)))
  const isWanted = !offer && !loading.isBusy && !loading.problem
  useEffect(() => {
    if (isWanted) load()
  })
  const ask = (wanted: Wanted): void => void task.run(async () => setChosen({ wanted, preview: await previewOf(hash, orderId, wanted) }))
  return (
    <Dialog ui={ui} title={t('addMore')}>
      {chosen && (
        <Confirm
          ui={ui}
          orderId={orderId}
          {...chosen}
          onPreview={(preview) => setChosen(preview && { ...chosen, preview })}
        />
      )}
      {offer && (
        <div hidden={chosen !== null}>
          <Pick ui={ui} orderId={orderId} offer={offer} task={task} onWanted={ask} />
        </div>
      )}
      {!offer && !loading.problem && <span className="bone sums" aria-busy="true" />}
      {loading.problem && (
        <div className="notice danger" role="alert">
          <p>{t(loading.problem)}</p>
          <button type="button" className="link" onClick={load}>
            {t('retry')}
          </button>
        </div>
      )}
    </Dialog>
  )
}
