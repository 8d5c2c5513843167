import { describe, expect, it } from 'vitest'
import { above, drilled, readState, usualState, writeState, type ReportState } from './state'

const read = (query: string) => readState(new URLSearchParams(query))
const opened = (query: string) => read(query) as ReportState

describe('the address of a report', () => {
  it('is the catalog without a report, and with one that is not there', () => {
    expect(read('')).toBeNull()
    expect(read('report=moon')).toBeNull()
    expect(read('report=toString')).toBeNull()
  })

  it('says only what is not as usual', () => {
    expect(writeState(usualState('trips'))).toBe('report=trips')
    expect(writeState(usualState('tripsGrouped'))).toBe('report=tripsGrouped')
  })

  it.each([
    'report=trips&basis=activity&period=last_month&group=month%2Creseller&compare=year&chart=line',
    'report=trips&from=2026-01-01&to=2026-03-31&columns=confirmation_code%2Ctotal_amount&sort=-total_amount',
    'report=tripsGrouped&saved=7&period=fiscal_year&fy=4&group=reseller&measure=pax_cnt',
    'report=trips&filters=%5B%7B%22field%22%3A%22reseller%22%2C%22op%22%3A%22eq%22%2C%22value%22%3A3%7D%5D&up=tripsGrouped%7Ereseller%7E1',
  ])('comes back as it was: %s', (query) => expect(writeState(opened(query))).toBe(query))

  it('leaves out what is broken', () => {
    const state = opened(
      'report=trips&basis=moon&from=2026-02-30&to=2026-03-01&filters=[1,&group=moon,day,day&fy=13&compare=x',
    )
    expect(state).toEqual({ ...usualState('trips'), groups: ['day'] })
  })

  it('ends before it begins for nobody', () => {
    expect(opened('report=trips&from=2026-03-02&to=2026-03-01').period).toEqual({ preset: 'this_month' })
  })

  it('groups by as many things as the report can, each once', () => {
    expect(opened('report=trips&group=month,day,week,status').groups).toEqual(['month', 'day', 'week'])
    expect(opened('report=paymentsGrouped&group=day,method').groups).toEqual(['day', 'method'])
    expect(opened('report=tripsGrouped&group=').groups).toEqual(['trip_method'])
  })
})

describe('the rows behind a group', () => {
  const filters = [{ field: 'status', op: 'eq', value: 'reserved' }]
  const added = [{ field: 'reseller', op: 'eq', value: 3 }]
  const grouped = { ...opened('report=tripsGrouped&basis=activity&period=last_month&group=reseller,month'), filters }

  it('have its filters, its days and its base', () => {
    const rows = drilled(grouped, added)
    expect(rows).toMatchObject({ report: 'trips', basis: 'activity', period: grouped.period, groups: [] })
    expect(rows?.filters).toEqual([...filters, ...added])
  })

  it('lead back to the groups they came from, by way of the address too', () => {
    const rows = drilled(grouped, added) as ReportState
    const back = above(opened(writeState(rows)))
    expect(back).toMatchObject({ report: 'tripsGrouped', groups: ['reseller', 'month'], filters, basis: 'activity' })
  })

  it('of older reports are there as well', () => {
    expect(drilled(opened('report=paymentsTips'), added)).toMatchObject({ report: 'tips', groups: [] })
  })
})
