import { describe, expect, it } from 'vitest'
import { changedCosts, withCost } from './costs'

const row = (id: number, per_departure: number | null = null) => ({
  id,
  name: `No. ${id}`,
  group_name: '',
  per_departure,
  per_hour: null,
})
const saved = { currency: 'USD', guides: [row(1, 5000), row(2)], resources: [row(1)] }

describe('costs', () => {
  it('saves only what changed, guides and resources of one number apart', () => {
    const typed = withCost(saved, 'guides', 1, 'per_hour', 2500)
    expect(changedCosts(saved, typed)).toEqual({
      guides: [{ id: 1, per_departure: 5000, per_hour: 2500 }],
      resources: [],
    })
  })

  it('has nothing to save once everything is as it was', () => {
    const typed = withCost(saved, 'resources', 1, 'per_departure', 100)
    expect(changedCosts(saved, withCost(typed, 'resources', 1, 'per_departure', null))).toEqual({
      guides: [],
      resources: [],
    })
  })
})
