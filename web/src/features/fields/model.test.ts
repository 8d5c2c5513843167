import { describe, expect, it } from 'vitest'
import { bodyOf, formOf } from './model'

describe('bodyOf', () => {
  it('sends choices only of a choice and bounds only of a measure', () => {
    const form = { ...formOf(), label: 'Shoe size', options: ['left over'], min: 30, max: 48 }
    expect(bodyOf({ ...form, kind: 'text' })).toMatchObject({ options: [], validation: {} })
    expect(bodyOf({ ...form, kind: 'number' })).toMatchObject({ options: [], validation: { min: 30, max: 48 } })
    expect(bodyOf({ ...form, kind: 'select' })).toMatchObject({ options: ['left over'], validation: {} })
  })

  it('names a field by its question when it has no name', () => {
    expect(bodyOf({ ...formOf(), label: 'x'.repeat(80) }).name).toHaveLength(60)
    expect(bodyOf({ ...formOf(), name: 'size', label: 'Shoe size' }).name).toBe('size')
  })
})
