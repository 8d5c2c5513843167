import { expect, it } from 'vitest'
import type { ResourceGroup } from '@/api/models'
import { inService, resourceBody, resourceForm } from './model'

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
  expect(resourceBody({ ...resourceForm(3), code: '  ' })).toMatchObject({ group_id: 3, code: null })
  expect(resourceBody({ ...resourceForm(3), code: ' K1 ' }).code).toBe('K1')
})
