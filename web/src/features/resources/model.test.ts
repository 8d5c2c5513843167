import { expect, it } from 'vitest'
import type { ResourceGroup } from '@/api/models'
import { inService, resourceBodies, resourceForm } from './model'

it('counts what is in service only', () => {
  const resources = [
    { status: 'active', capacity: 12 },
    { status: 'active', capacity: 8 },
    { status: 'maintenance', capacity: 20 },
    { status: 'retired', capacity: 4 },
  ]
  expect(inService({ resources } as unknown as ResourceGroup)).toBe(20)
})

it('sends an empty code as none', () => {
  expect(resourceBodies({ ...resourceForm(3), code: '  ' })).toMatchObject([{ group_id: 3, code: null }])
  expect(resourceBodies({ ...resourceForm(3), code: ' K1 ' })[0]?.code).toBe('K1')
})

it('numbers several new ones', () => {
  const rows = resourceBodies({ ...resourceForm(3), name: 'Kayak ', code: 'K', count: 3 })
  expect(rows.map(({ name, code }) => [name, code])).toEqual([
    ['Kayak 1', 'K1'],
    ['Kayak 2', 'K2'],
    ['Kayak 3', 'K3'],
  ])
  expect(rows[0]).not.toHaveProperty('count')
  expect(resourceBodies({ ...resourceForm(3), id: 9, name: 'Orca', count: 3 })).toHaveLength(1)
})
