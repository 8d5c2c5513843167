import { expect, it } from 'vitest'
import type { Connection, ProductMapping } from '@/api/models'
import { bodyOf, daysOf, mappingBody, mappingForm, maskOf, statementOf, tabOf, tabsOf, termsOf } from './model'
import { fieldsOf, namesOf, ownBody, ownValues, type Own } from './own-settings'

const schema = {
  properties: {
    supplier_id: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Supplier id' },
    is_on: { type: 'boolean', title: 'On' },
    code: { enum: ['A', 'B'], type: 'string', 'x-names': { A: 'Early bird', B: 'B' } },
    name: { type: 'string', description: 'Theirs' },
    offers: { type: 'array', items: {} },
    is_held: { anyOf: [{ type: 'boolean' }, { type: 'null' }], title: 'Held' },
    asked: { type: 'array', items: { enum: ['mail', 'phone'], type: 'string' } },
    towns: { type: 'array', items: { type: 'string' } },
    begins: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    deals: { type: 'array', items: { $ref: '#/$defs/Deal' } },
  },
  $defs: {
    Deal: {
      properties: {
        code: { type: 'string', title: 'Code' },
        minutes: { type: 'integer', default: 30 },
        valid_from: { type: 'string', format: 'date-time' },
        valid_until: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      },
    },
  },
}
const connection = {
  ...{ id: 7, title: 'Viator', reseller_id: 3, price_mode: 'ours', hold_minutes: 20, most_hold_minutes: 60 },
  ...{ calls_per_minute: 600, is_open_to_all: false, is_guest_told: true, version: 4 },
  settings: { supplier_id: 77, offers: [1] },
} as unknown as Connection

it('makes fields of a schema and leaves out what no field can show', () => {
  expect(fieldsOf(schema).map(({ name, kind }) => [name, kind])).toEqual([
    ['supplier_id', 'number'],
    ['is_on', 'bool'],
    ['code', 'choice'],
    ['name', 'text'],
    ['is_held', 'flag'],
    ['asked', 'choices'],
    ['towns', 'tags'],
    ['begins', 'date'],
    ['deals', 'rows'],
  ])
  expect(namesOf('settings', fieldsOf(schema))).toContain('settings.deals.*.code')
  expect(fieldsOf(schema)[3]).toMatchObject({ label: 'name', hint: 'Theirs' })
  expect(fieldsOf(schema)[5]!.options).toEqual(['mail', 'phone'])
  expect(fieldsOf(schema)[2]!.names).toEqual({ A: 'Early bird', B: 'B' })
  expect(fieldsOf(null)).toEqual([])
})

it('keeps settings without a field, and credentials that were not typed', () => {
  const keys = fieldsOf({ properties: { api_key: { type: 'string' } } })
  const terms = termsOf(connection, fieldsOf(schema), keys)
  expect(terms).toMatchObject({ settings: { supplier_id: 77, is_on: false, code: '' }, credentials: { api_key: '' } })
  const body = bodyOf(connection, terms, fieldsOf(schema))
  expect(body.settings).toMatchObject({ offers: [1], supplier_id: 77, is_held: null, asked: [] })
  expect(body).not.toHaveProperty('credentials')
  expect(body.version).toBe(4)
  expect(bodyOf(connection, { ...terms, credentials: { api_key: 'x' } }, []).credentials).toEqual({ api_key: 'x' })
  expect(bodyOf(connection, termsOf(connection, [], []), [])).not.toHaveProperty('settings')
})

it('sends a day that was typed, and none where nothing was', () => {
  const days = fieldsOf({ properties: { day: { type: 'string', format: 'date' } } })
  expect(ownBody(days, ownValues(days, {}))).toEqual({ day: null })
  expect(ownBody(days, { day: '2027-06-01' })).toEqual({ day: '2027-06-01' })
})

it('shows tabs of what a channel has, and of what somebody may use', () => {
  const all = { has_tools: true, has_subscriptions: true }
  expect(tabsOf(all, true)).toHaveLength(9)
  expect(tabsOf(all, false)).not.toContain('tools')
  const few = tabsOf({ has_tools: false, has_subscriptions: false }, true)
  expect(few).toEqual(['setup', 'products', 'allotments', 'calls', 'pushes', 'bookings', 'comparisons'])
})

it('sells the customer types that have a name', () => {
  const form = { ...mappingForm(null, []), experience_id: '5', units: { '1': ' ADULT ', '2': '' } }
  expect(mappingBody(form, 7, null, [])).toMatchObject({
    ...{ connection_id: 7, experience_id: 5, product_ref: null, settings: {} },
    units: [{ unit_ref: 'ADULT', experience_customer_type_id: 1 }],
  })
  expect(mappingBody({ ...form, units: {} }, 7, null, []).units).toBeNull()
  expect(mappingBody({ ...form, units: { 1: 'ADULT', 2: undefined } }, 7, null, []).units).toHaveLength(1)
  const mapping = { id: 9, version: 2, experience_id: 5, units: [], start_times: ['09:00:00'], settings: {} }
  const known = {
    ...mapping,
    product_ref: 'P',
    option_ref: 'O',
    title: '',
    state: 'refused',
  } as unknown as ProductMapping
  expect(mappingForm(known, [])).toMatchObject({ start_times: ['09:00'], state: 'draft' })
  expect(mappingBody(mappingForm(known, []), 7, known, [])).toMatchObject({ id: 9, version: 2, units: [] })
})

it('shows and sends what the plugin has of its own of a mapping', () => {
  const fields = fieldsOf(schema)
  const mapping = { units: [], start_times: [], settings: { is_held: false, towns: ['Lagos'] } }
  const form = mappingForm(mapping as unknown as ProductMapping, fields)
  expect(form.settings).toMatchObject({ is_held: 'no', towns: ['Lagos'], supplier_id: null, is_on: false })
  expect(mappingBody(form, 7, null, fields).settings).toMatchObject({ is_held: false, towns: ['Lagos'] })
  const unsaid = { ...form, settings: { ...form.settings, is_held: 'unset' } }
  expect(mappingBody(unsaid, 7, null, fields).settings).toMatchObject({ is_held: null })
})

it('shows rows, their instants on the clock of here, and sends them as they were', () => {
  const fields = fieldsOf(schema)
  const stored = { deals: [{ code: 'A', minutes: 5, valid_from: '2026-02-14T09:30:00.000Z', valid_until: null }] }
  const shown = ownValues(fields, stored)
  const [row] = shown.deals as Own[]
  const [deals] = fields.filter(({ name }) => name === 'deals')
  expect(ownValues(deals!.fields, {})).toEqual({ code: '', minutes: 30, valid_from: '', valid_until: '' })
  expect(row).toMatchObject({ code: 'A', valid_until: '' })
  expect(row!.valid_from).toMatch(/^2026-02-1[345]T\d\d:\d\d$/)
  expect(ownBody(fields, shown).deals).toEqual(stored.deals)
})

it('reads a statement line by line', () => {
  expect(statementOf('R-1, Cancelled, , 2, 9800, usd\n\nR-2')).toEqual([
    { reference: 'R-1', state: 'cancelled', starts_at: null, units: 2, amount: 9800, currency: 'USD' },
    { reference: 'R-2', state: 'confirmed', starts_at: null, units: null, amount: null, currency: null },
  ])
})

it('counts weekdays as bits', () => {
  expect(daysOf(127)).toHaveLength(7)
  expect(daysOf(0b1000001)).toEqual(['0', '6'])
  expect(maskOf(daysOf(42))).toBe(42)
})

it('falls back to the first tab', () => {
  expect([tabOf(undefined), tabOf('calls'), tabOf('x')]).toEqual(['setup', 'calls', 'setup'])
})
