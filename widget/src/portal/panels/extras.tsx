import { fullName, partsOf } from '../model'
import type { AddonChoice, Extras } from '../server'
import type { Addon, Guest } from '../types'
import type { PortalUi } from '../ui'

/** What was chosen of an add-on: how many for the order, or for which guests; which of its values. */
export type Extra = { qty: number; guests: number[]; value: number | null; text: string }
export type ExtraForm = Record<number, Extra>

const NOTHING: Extra = { qty: 0, guests: [], value: null, text: '' }

const choiceOf = ({ addon_id, values }: Addon, { qty, value, text }: Extra): AddonChoice & { text_value?: string } => ({
  addon_id,
  value_id: values.length > 0 ? (value ?? values[0]!.id) : null,
  qty: Math.max(qty, 1),
  ...(text.trim() && { text_value: text.trim() }),
})

/** What is sent of the form: for the order as such, and for each guest. */
export function extrasOf(addons: readonly Addon[], form: ExtraForm): Extras {
  const guests = new Map<number, AddonChoice[]>()
  const own: AddonChoice[] = []
  for (const addon of addons) {
    const extra = form[addon.addon_id] ?? NOTHING
    if (addon.scope === 'trip_order' && extra.qty > 0) own.push(choiceOf(addon, extra))
    if (addon.scope === 'booking') for (const id of extra.guests) guests.set(id, [...(guests.get(id) ?? []), choiceOf(addon, { ...extra, qty: 1 })])
  }
  return { addons: own, guests: [...guests].map(([booking_id, chosen]) => ({ booking_id, addons: chosen })) }
}

type OneProps = { ui: PortalUi; addon: Addon; guests: readonly Guest[]; extra: Extra; onChange: (extra: Extra) => void }

function Values({ ui: { money }, addon, extra, onChange }: OneProps) {
  if (addon.values.length === 0) return null
  return (
    <select aria-label={addon.name} value={String(extra.value ?? addon.values[0]!.id)} onChange={(event) => onChange({ ...extra, value: Number(event.currentTarget.value) })}>
      {addon.values.map(({ id, label, price }) => (
        <option key={id} value={id}>
          {label} · {money(price)}
        </option>
      ))}
    </select>
  )
}

function ForOrder({ ui, addon, extra, onChange }: OneProps) {
  if (addon.input !== 'quantity') {
    return (
      <label className="check">
        <input type="checkbox" checked={extra.qty > 0} onChange={(event) => onChange({ ...extra, qty: event.currentTarget.checked ? 1 : 0 })} />
        <span>{ui.t('addThis')}</span>
      </label>
    )
  }
  return (
    <label className="count">
      <span>{ui.t('howMany')}</span>
      <input
        type="number"
        min={0}
        max={addon.max_qty ?? 99}
        value={String(extra.qty)}
        onInput={(event) => onChange({ ...extra, qty: Math.max(0, Math.min(addon.max_qty ?? 99, Math.floor(Number(event.currentTarget.value) || 0))) })}
      />
    </label>
  )
}

function ForGuests({ ui, addon, guests, extra, onChange }: OneProps) {
  return (
    <div role="group" aria-label={ui.t('forWhom')}>
      {guests
        .filter(({ booking_id: id }) => addon.booking_ids.includes(id))
        .map((guest, place) => (
          <label key={guest.booking_id} className="check">
            <input
              type="checkbox"
              checked={extra.guests.includes(guest.booking_id)}
              onChange={(event) =>
                onChange({ ...extra, guests: event.currentTarget.checked ? [...extra.guests, guest.booking_id] : extra.guests.filter((id) => id !== guest.booking_id) })
              }
            />
            <bdi>{fullName(guest) || `${guest.ticket} ${place + 1}`}</bdi>
          </label>
        ))}
    </div>
  )
}

type Props = { ui: PortalUi; orderId: number; addons: readonly Addon[]; form: ExtraForm; onChange: (form: ExtraForm) => void }

/** What can be added to what is booked. */
export function ExtrasFields({ ui, orderId, addons, form, onChange }: Props) {
  const guests = partsOf(ui.portal, orderId)?.guests ?? []
  return addons.map((addon) => {
    const extra = form[addon.addon_id] ?? NOTHING
    const shared = { ui, addon, guests, extra, onChange: (changed: Extra) => onChange({ ...form, [addon.addon_id]: changed }) }
    const isChosen = extra.qty > 0 || extra.guests.length > 0
    return (
      <fieldset key={addon.addon_id} className="guest">
        <legend>
          <bdi>{addon.name}</bdi> <small>{ui.money(addon.price)}</small>
        </legend>
        {addon.description && <p className="detail" dir="auto">{addon.description}</p>}
        {addon.scope === 'booking' ? <ForGuests {...shared} /> : <ForOrder {...shared} />}
        {isChosen && <Values {...shared} />}
        {isChosen && addon.input === 'text' && (
          <input aria-label={addon.name} dir="auto" maxLength={400} value={extra.text} onInput={(event) => shared.onChange({ ...extra, text: event.currentTarget.value })} />
        )}
      </fieldset>
    )
  })
}
