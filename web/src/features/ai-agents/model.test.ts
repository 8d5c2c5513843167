import { expect, it } from 'vitest'
import { staffScopeOf, toolOf } from './model'

it('names what agents do, also where two doors lead to one deed', () => {
  expect([toolOf('trip/create'), toolOf('hold_seats')]).toEqual(['trip_create', 'trip_create'])
  expect([toolOf('trip/getLast'), toolOf('get_manifest')]).toEqual(['trip_getLast', 'get_manifest'])
  expect(toolOf('rm -rf')).toBeNull()
})

it('knows its scopes and no others', () => {
  expect([staffScopeOf('check_in'), staffScopeOf('trips.write')]).toEqual(['check_in', undefined])
})
