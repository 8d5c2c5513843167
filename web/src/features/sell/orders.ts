import type { Choice } from './departures'
import type { WantedOrder } from './model'

let made = 0
const newKey = () => `${Date.now().toString(36)}-${++made}`

/** The orders with a departure among them: moved to it, or one more; and which row that is now. */
export function put(orders: readonly WantedOrder[], { slot, name, color }: Choice, moved: string | null) {
  const known = orders.find((order) => order.timeslot_id === slot.id && order.key !== moved)
  if (known && moved === null) return { orders: [...orders], key: known.key }
  const was = orders.find((order) => order.key === moved)
  const isSame = was?.experience_id === slot.experience_id
  const next: WantedOrder = {
    key: was?.key ?? newKey(),
    experience_id: slot.experience_id,
    name,
    color,
    timeslot_id: slot.id,
    date: slot.date,
    start_time: slot.start_time,
    is_flex: slot.is_flex,
    // Kinds of guests belong to an experience; another one has its own.
    quantities: isSame ? was.quantities : {},
  }
  return { orders: was ? orders.map((one) => (one === was ? next : one)) : [...orders, next], key: next.key }
}
