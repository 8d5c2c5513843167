import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { Method } from './model'

type Schemas = components['schemas']
export type SaveBody = Schemas['TripSaveIn']
export type TripAnswer = Schemas['TripAnswer']
export type Warning = Schemas['WarningOut']
export type Price = Schemas['PriceOut']
export type Bookable = Schemas['BookableOut']
export type Product = Schemas['ProductOut']
export type RangeDays = Schemas['RangeOut']['dates']
export type CalendarDay = Schemas['CalendarOut']

const aMoment = 20_000

export const saveTrip = (body: SaveBody) => dataOf(api.POST('/api/trip/save', { body }))

export const loadTrip = (trip: number) =>
  dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip: String(trip) } } }))

/** The departures of one day with how full they are. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: ['calendar', day, day],
    queryFn: () =>
      dataOf(
        api.GET('/api/calendar/getTimeslotsInDateRange/{firstDay}/{lastDay}', {
          params: { path: { firstDay: day, lastDay: day } },
        }),
      ),
    refetchInterval: aMoment,
    placeholderData: keepPreviousData,
    enabled: day !== '',
  })

/** What is left on each of some days, by experience: the widget's own call, as staff see it. */
export const rangeQuery = (first: string, last: string) =>
  queryOptions({
    queryKey: ['sell', 'range', first, last],
    queryFn: () =>
      dataOf(
        api.POST('/api/experiences/getInDateRange/{firstDay}/{lastDay}', {
          params: { path: { firstDay: first, lastDay: last } },
          body: { isAuthenticated: true, showFull: true, showPrices: true },
        }),
      ),
    staleTime: aMoment,
    placeholderData: keepPreviousData,
    enabled: first !== '',
  })

/** What each kind of guest pays on a departure, with the party as it is. */
export const pricesQuery = (timeslot: number, method: Method) =>
  queryOptions({
    queryKey: ['sell', 'prices', timeslot, method],
    queryFn: () =>
      dataOf(
        api.GET('/api/prices/getForTimeslot/{timeslot}/{tripMethod}', {
          params: { path: { timeslot, tripMethod: method } },
        }),
      ),
    staleTime: aMoment,
  })

type Asked = { timeslot: number; quantities: { experience_customer_type_id: number; qty: number }[]; method: Method }

/** Why a party does not fit on a departure, and where it would. */
export const bookableQuery = ({ timeslot, quantities, method }: Asked) =>
  queryOptions({
    queryKey: ['sell', 'bookable', timeslot, quantities, method],
    queryFn: () =>
      dataOf(
        api.POST('/api/timeslot/{timeslot}/isBookable', {
          params: { path: { timeslot } },
          body: { quantities, method },
        }),
      ),
  })

/** Customers by anything one says on the phone. */
export const customersQuery = (search: string) =>
  queryOptions({
    queryKey: ['sell', 'customers', search],
    queryFn: ({ signal }) => dataOf(api.GET('/api/customers/get', { params: { query: { search, limit: 6 } }, signal })),
    staleTime: aMoment,
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['sell', 'products'],
    queryFn: () => dataOf(api.GET('/api/products/get')),
    staleTime: aMoment,
  })

/** A trip for its slip, by number or hash. */
export const receiptQuery = (trip: string) =>
  queryOptions({
    queryKey: ['sell', 'receipt', trip],
    queryFn: () => dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip } } })),
  })
