/** Add-ons and questions of the invented operator. Development only. */

export type Chosen = { addon_id: number; value_id: number | null; qty: number; text_value: string; booking_id: number | null }

const value = (id: number, label: string, price_delta: number) => ({ id, label, price_delta, sku: null, is_default: false, is_active: true, position: id })

const addon = (id: number, name: string, changes: Record<string, unknown>) => ({
  id, name, description: '', scope: 'trip_order', input: 'toggle', value_type_id: null, values: [] as ReturnType<typeof value>[],
  is_required: false, min_qty: 0, max_qty: null, price: 0, price_per: 'unit', image: null, position: id, ...changes,
})

const all = [
  addon(1, 'Picnic on the beach', { scope: 'booking', price: 1800, description: 'Bread, cheese, fruit and a thermos of tea.', image: '/dev/photo/14.svg' }),
  addon(2, 'Wetsuit', { scope: 'booking', input: 'select', price: 900, is_required: true, values: [value(21, 'Small', 0), value(22, 'Medium', 0), value(23, 'Large, with hood', 300)] }),
  addon(3, 'Photo package', { price: 2900, price_per: 'order', description: 'All pictures of your guide, by e-mail the same evening.' }),
  addon(4, 'Dry bag', { input: 'quantity', price: 600, max_qty: 4 }),
  addon(5, 'A word for the birthday cake', { input: 'text', price: 1500 }),
]

const priceOf = (one: Chosen): number => {
  const found = all.find(({ id }) => id === one.addon_id)!
  return (found.price + (found.values.find(({ id }) => id === one.value_id)?.price_delta ?? 0)) * one.qty
}

export const addonLines = (chosen: readonly Chosen[]): { label: string; amount: number }[] =>
  chosen.map((one) => ({ label: all.find(({ id }) => id === one.addon_id)!.name, amount: priceOf(one) }))

export const offered = (bookingIds: number[], isOn: boolean) =>
  isOn ? all.map((one) => ({ ...one, booking_ids: (one as { scope: string }).scope === 'booking' ? bookingIds : [] })) : []

const question = (id: number, scope: string, kind: string, label: string, changes: Record<string, unknown> = {}) => ({
  id, scope, kind, label, help_text: '', options: [] as string[], validation: {}, is_required: false, ...changes,
})

const questions = [
  question(1, 'trip', 'select', 'How did you hear about us?', { options: ['A friend', 'The hotel', 'A search engine'] }),
  question(2, 'trip_order', 'text', 'Where shall we pick you up?', { help_text: 'The name of your hotel is enough.' }),
  question(3, 'booking', 'height', 'Height', { is_required: true, validation: { min: 90, max: 230 } }),
  question(4, 'booking', 'multiselect', 'What do you not eat?', { options: ['Meat', 'Fish', 'Nuts'] }),
]

export const questionsOf = (scope: string, target: number, answers: Map<string, unknown>, isOn: boolean) =>
  (isOn ? questions : [])
    .filter((one) => one.scope === scope)
    .map((one) => {
      const key = `${scope}.${target}.${one.id}`
      return { ...one, id: null, key, custom_field_id: one.id, ask_when: 'checkout', is_asked: true, is_health: false, value: answers.get(key) ?? null, is_answered: answers.has(key) }
    })
