import { describe, expect, it } from 'vitest'
import { segmentsOf } from './segments'

describe('segmentsOf', () => {
  it('counts plain letters by 160, then by 153', () => {
    expect(segmentsOf('')).toEqual({ encoding: 'gsm7', count: 0, left: 160 })
    expect(segmentsOf('a'.repeat(160))).toEqual({ encoding: 'gsm7', count: 1, left: 0 })
    expect(segmentsOf('a'.repeat(161))).toEqual({ encoding: 'gsm7', count: 2, left: 145 })
  })

  it('counts an escaped letter twice', () => {
    expect(segmentsOf('€').left).toBe(158)
    expect(segmentsOf('€'.repeat(81)).count).toBe(2)
  })

  it('writes typography plainly, as the server does', () => {
    expect(segmentsOf('It’s “on” – see you…').encoding).toBe('gsm7')
    expect(segmentsOf('…').left).toBe(157)
  })

  it('counts other scripts by 70, then by 67, and splits no emoji', () => {
    expect(segmentsOf('迟'.repeat(70))).toEqual({ encoding: 'ucs2', count: 1, left: 0 })
    expect(segmentsOf('迟'.repeat(71))).toEqual({ encoding: 'ucs2', count: 2, left: 63 })
    expect(segmentsOf(`${'迟'.repeat(66)}🛶${'迟'.repeat(10)}`).count).toBe(2)
  })
})
