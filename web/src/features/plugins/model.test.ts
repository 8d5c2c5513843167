import { expect, it } from 'vitest'
import type { PluginField } from '@/api/models'
import { bodyOf, valuesOf } from './model'

const field = (name: string, more: Partial<PluginField>) =>
  ({ name, kind: 'text', is_secret: false, is_set: false, value: null, ...more }) as PluginField
const fields = [
  field('key', { is_secret: true, is_set: true }),
  field('old', { is_secret: true, is_set: true }),
  field('channel', { value: '#bookings' }),
  field('is_on', { kind: 'bool', value: null }),
]

it('starts without secrets', () => {
  expect(valuesOf(fields)).toEqual({ key: '', old: '', channel: '#bookings', is_on: false })
})

it('keeps a secret that was not typed and forgets one that was asked to', () => {
  const values = { ...valuesOf(fields), channel: '#sales' }
  expect(bodyOf(fields, values, ['old'])).toEqual({ key: null, old: '', channel: '#sales', is_on: false })
  expect(bodyOf(fields, { ...values, key: 'new' }, [])).toMatchObject({ key: 'new', old: null })
})
