import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type CashDrawer = Schemas['CashDrawerOut']
export type CashShift = Schemas['CashShiftOut']
export type CashSum = Schemas['CashSumOut']
export type CashMovement = Schemas['CashMovementOut']
export type CashMove = Schemas['CashMoveIn']
export type CashCount = Schemas['CashCountIn']

export const cashKey = ['cash'] as const

export const drawersQuery = queryOptions({
  queryKey: [...cashKey, 'drawers'],
  queryFn: () => dataOf(api.GET('/api/cashDrawers/get')),
  refetchInterval: 30_000,
})

export const shiftQuery = (shift: number) =>
  queryOptions({
    queryKey: [...cashKey, 'shift', shift],
    queryFn: () => dataOf(api.GET('/api/cashShift/{cashShift}/get', { params: { path: { cashShift: shift } } })),
  })

export const shiftsQuery = infiniteQueryOptions({
  queryKey: [...cashKey, 'shifts'],
  queryFn: ({ pageParam }) =>
    dataOf(api.GET('/api/cashShifts/get', { params: { query: { before: pageParam || undefined } } })),
  initialPageParam: 0,
  getNextPageParam: ({ shifts, has_more }) => (has_more ? shifts.at(-1)?.id : undefined),
})

const drawer = (cashDrawer: number) => ({ params: { path: { cashDrawer } } })
const shift = (cashShift: number) => ({ params: { path: { cashShift } } })

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: () => dataOf(api.GET('/api/locations/get')),
})

export type DrawerValues = { name: string; location_id: number | null }

export const createDrawer = (body: DrawerValues) => dataOf(api.POST('/api/cashDrawer/create', { body }))

export const saveDrawer = ({ id, version }: CashDrawer, values: DrawerValues) =>
  dataOf(api.POST('/api/cashDrawer/{cashDrawer}/save', { ...drawer(id), body: { ...values, version } }))

export const archiveDrawer = ({ id, version }: CashDrawer) =>
  dataOf(api.POST('/api/cashDrawer/{cashDrawer}/archive', { ...drawer(id), body: { version } }))

export const openShift = (id: number, float_amount: number) =>
  dataOf(api.POST('/api/cashDrawer/{cashDrawer}/open', { ...drawer(id), body: { float_amount } }))

export const joinShift = (id: number) => dataOf(api.POST('/api/cashShift/{cashShift}/join', shift(id)))

export const leaveShift = (id: number) => dataOf(api.POST('/api/cashShift/{cashShift}/leave', shift(id)))

export const moveCash = (id: number, body: CashMove) =>
  dataOf(api.POST('/api/cashShift/{cashShift}/move', { ...shift(id), body }))

export const closeShift = (id: number, version: number, counts: CashCount[]) =>
  dataOf(api.POST('/api/cashShift/{cashShift}/close', { ...shift(id), body: { version, counts } }))

export const reopenShift = (id: number, version: number, reason: string) =>
  dataOf(api.POST('/api/cashShift/{cashShift}/reopen', { ...shift(id), body: { version, reason } }))
