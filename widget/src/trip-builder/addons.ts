/** What is chosen beside the tickets: its rules and what it comes to. Pure. */
import type { Addon, ChosenAddon, OrderAddons, TripOrder } from './types'

/** Whose: a guest, or (null) the order as such. */
export type Owner = number | null
export type Picked = { valueId: number | null; qty: number; text: string }
/** By add-on and owner, see `placeOf`. */
export type Picks = Readonly<Record<string, Picked>>

export const NOTHING: Picked = { valueId: null, qty: 0, text: '' }

export const placeOf = (addonId: number, owner: Owner): string => `${addonId}/${owner ?? ''}`

export const ownersOf = (addon: Addon): Owner[] => (addon.scope === 'booking' ? addon.booking_ids : [null])

export const pickedOf = (picks: Picks, addon: Addon, owner: Owner): Picked => picks[placeOf(addon.id, owner)] ?? NOTHING

/** The most of one add-on that one owner may have; null: as many as they like. */
const mostOf = ({ input, max_qty }: Addon): number | null => (input === 'quantity' ? max_qty : 1)

/** What is chosen at first: what was chosen before, else what the operator proposes where something must be. */
export function initialPicks({ available, chosen }: OrderAddons): Picks {
  const picks: Record<string, Picked> = {}
  for (const addon of available) {
    for (const owner of ownersOf(addon)) {
      const before = chosen.find((one) => one.addon_id === addon.id && one.booking_id === owner)
      if (before) picks[placeOf(addon.id, owner)] = { valueId: before.value_id, qty: before.qty, text: before.text_value }
      else if (addon.is_required) picks[placeOf(addon.id, owner)] = proposed(addon)
    }
  }
  return picks
}

/** Nobody is asked to agree to the only possibility; of several, only the operator's own proposal is made. */
function proposed({ input, values, min_qty }: Addon): Picked {
  const first = values.find((value) => value.is_default) ?? (values.length === 1 ? values[0] : undefined)
  if (input === 'select') return first ? { valueId: first.id, qty: 1, text: '' } : NOTHING
  return input === 'text' ? NOTHING : { valueId: null, qty: Math.max(1, min_qty), text: '' }
}

/** One step up or down; the first goes to the least that can be had, one below it to none. */
export function steppedQty(addon: Addon, qty: number, direction: 1 | -1): number {
  const least = Math.max(1, addon.min_qty)
  const most = mostOf(addon) ?? Infinity
  if (direction > 0) return Math.min(most, qty === 0 ? least : qty + 1)
  return qty > least ? qty - 1 : addon.is_required ? qty : 0
}

export const isChosen = ({ input }: Addon, { valueId, qty, text }: Picked): boolean =>
  input === 'text' ? text.trim() !== '' : input === 'select' ? valueId !== null : qty > 0

export const unitPrice = (addon: Addon, valueId: number | null): number =>
  Math.max(0, addon.price + (addon.values.find((value) => value.id === valueId)?.price_delta ?? 0))

/** How often the price counts: for each guest of the order, or once. */
function unitsOf(addon: Addon, owner: Owner, qty: number, order: TripOrder): number {
  if (addon.price_per === 'order') return 1
  if (addon.price_per === 'unit') return qty
  const heads = order.bookings.filter(({ id }) => owner === null || id === owner)
  return qty * heads.reduce((sum, { pax_cnt }) => sum + pax_cnt, 0)
}

type Line = { addon: Addon; owner: Owner; picked: Picked }

function linesOf(available: readonly Addon[], picks: Picks): Line[] {
  return available
    .flatMap((addon) => ownersOf(addon).map((owner) => ({ addon, owner, picked: pickedOf(picks, addon, owner) })))
    .filter(({ addon, picked }) => isChosen(addon, picked))
}

/** What all of it comes to before taxes, in minor units. */
export const addonsTotal = (available: readonly Addon[], picks: Picks, order: TripOrder): number =>
  linesOf(available, picks).reduce(
    (sum, { addon, owner, picked }) => sum + unitPrice(addon, picked.valueId) * unitsOf(addon, owner, Math.max(1, picked.qty), order),
    0,
  )

/** What is picked, as lines of the price: the same for several guests is one line. */
export function pickLines(available: readonly Addon[], picks: Picks, order: TripOrder): { key: string; text: string; amount: number }[] {
  const lines = new Map<string, { name: string; qty: number; amount: number }>()
  for (const { addon, owner, picked } of linesOf(available, picks)) {
    const key = `${addon.id} ${picked.valueId}`
    const label = addon.values.find(({ id }) => id === picked.valueId)?.label
    const before = lines.get(key) ?? { name: label ? `${addon.name}: ${label}` : addon.name, qty: 0, amount: 0 }
    const qty = Math.max(1, picked.qty)
    lines.set(key, { ...before, qty: before.qty + qty, amount: before.amount + unitPrice(addon, picked.valueId) * unitsOf(addon, owner, qty, order) })
  }
  return [...lines].map(([key, { name, qty, amount }]) => ({ key, text: qty > 1 ? `${name} × ${qty}` : name, amount }))
}

/** The places where something has to be chosen and is not. */
export function lackingPlaces(available: readonly Addon[], picks: Picks): string[] {
  return available
    .filter((addon) => addon.is_required)
    .flatMap((addon) => ownersOf(addon).filter((owner) => !isChosen(addon, pickedOf(picks, addon, owner))).map((owner) => placeOf(addon.id, owner)))
}

const choiceBody = ({ addon, picked }: Line) => ({
  addon_id: addon.id,
  ...(addon.input === 'select' && { value_id: picked.valueId }),
  qty: addon.input === 'quantity' ? picked.qty : 1,
  ...(addon.input === 'text' && { text_value: picked.text.trim() }),
})

/** The choices as the server takes them: those of the order, and those of every guest. */
export function addonsBody(available: readonly Addon[], picks: Picks, order: TripOrder) {
  const lines = linesOf(available, picks)
  const of = (owner: Owner) => lines.filter((line) => line.owner === owner).map(choiceBody)
  return { addons: of(null), guests: order.bookings.map(({ id }) => ({ booking_id: id, addons: of(id) })) }
}

/** True when it is what the server has already. */
export function isSame({ available, chosen }: OrderAddons, picks: Picks): boolean {
  const text = ({ addon_id, value_id, qty, text_value, booking_id }: ChosenAddon): string =>
    [addon_id, booking_id, value_id, qty, text_value].join('/')
  const wanted = linesOf(available, picks).map(({ addon, owner, picked }) =>
    text({
      addon_id: addon.id,
      booking_id: owner,
      value_id: addon.input === 'select' ? picked.valueId : null,
      qty: addon.input === 'quantity' ? picked.qty : 1,
      text_value: addon.input === 'text' ? picked.text.trim() : '',
    }),
  )
  return wanted.sort().join() === chosen.map(text).sort().join()
}

/** What the server objects to, by place: it names an add-on as `addon.scope.target.add-on`. */
export function addonErrors(detail: Record<string, unknown>): Record<string, string> {
  const fields = (detail.fields ?? {}) as Record<string, string[]>
  const errors: Record<string, string> = {}
  for (const [path, [text]] of Object.entries(fields)) {
    const [, scope, target, addonId] = /^addon\.(booking|trip_order)\.(\d+)\.(\d+)$/.exec(path) ?? []
    if (addonId && text) errors[placeOf(Number(addonId), scope === 'booking' ? Number(target) : null)] = text
  }
  return errors
}
