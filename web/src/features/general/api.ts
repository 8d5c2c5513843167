import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ColoredIn, LocationIn, PolicyIn, SurchargeIn } from '@/api/models'

export type ListName = 'taxes' | 'fees' | 'policies' | 'sources' | 'statuses' | 'flags' | 'locations'
export type OrderedList = Exclude<ListName, 'locations'>

export const saveLogo = (file: File) => {
  const body = new FormData()
  body.set('file', file)
  return dataOf(api.POST('/api/setup/general/logo', { body: body as never, bodySerializer: (data) => data as never }))
}

export const deleteLogo = () => dataOf(api.POST('/api/setup/general/logo/delete'))

export const saveRow = {
  taxes: (body: SurchargeIn) => dataOf(api.POST('/api/setup/tax/save', { body })),
  fees: (body: SurchargeIn) => dataOf(api.POST('/api/setup/fee/save', { body })),
  policies: (body: PolicyIn) => dataOf(api.POST('/api/setup/policy/save', { body })),
  sources: ({ id, name }: ColoredIn) => dataOf(api.POST('/api/setup/tripSource/save', { body: { id, name } })),
  statuses: (body: ColoredIn) => dataOf(api.POST('/api/setup/bookingStatus/save', { body })),
  flags: (body: ColoredIn) => dataOf(api.POST('/api/setup/flagReason/save', { body })),
  locations: (body: LocationIn) => dataOf(api.POST('/api/setup/location/save', { body })),
}

export const deleteRow = (list: ListName, row: number) =>
  dataOf(api.POST('/api/setup/general/{list}/{row}/delete', { params: { path: { list, row } } }))

export const restoreRow = (list: ListName, row: number) =>
  dataOf(api.POST('/api/setup/general/{list}/{row}/restore', { params: { path: { list, row } } }))

export const reorderRows = (list: OrderedList, ids: number[]) =>
  dataOf(api.POST('/api/setup/general/{list}/reorder', { params: { path: { list } }, body: { ids } }))

export const accountStateQuery = queryOptions({
  queryKey: ['account', 'state'],
  queryFn: () => dataOf(api.GET('/api/account/state/get')),
})

export const archivesQuery = queryOptions({
  queryKey: ['account', 'archives'],
  queryFn: () => dataOf(api.GET('/api/account/archives/get')),
  // While one is being made, people watch.
  refetchInterval: (query) => (query.state.data?.archives.some((one) => one.status === 'running') ? 2000 : false),
})

export const createArchive = () => dataOf(api.POST('/api/account/archive/create'))

export const deleteArchive = (accountArchive: number) =>
  dataOf(api.POST('/api/account/archive/{accountArchive}/delete', { params: { path: { accountArchive } } }))

export const closeAccount = (body: { slug: string; reason: string }) => dataOf(api.POST('/api/account/close', { body }))

export const reopenAccount = () => dataOf(api.POST('/api/account/reopen'))

export const contrastQuery = (color: string) =>
  queryOptions({
    queryKey: ['setup', 'contrast', color],
    queryFn: () => dataOf(api.POST('/api/setup/contrast', { body: { color } })),
    placeholderData: (before) => before,
    staleTime: Infinity,
  })

export const ownDomainsQuery = queryOptions({
  queryKey: ['setup', 'ownDomains'],
  queryFn: () => dataOf(api.GET('/api/ownDomains/get')),
})

export const addOwnDomain = (domain: string) => dataOf(api.POST('/api/ownDomain/add', { body: { domain } }))

export const verifyOwnDomain = (claim: number) =>
  dataOf(api.POST('/api/ownDomain/{claim}/verify', { params: { path: { claim } } }))

export const removeOwnDomain = (claim: number) =>
  dataOf(api.POST('/api/ownDomain/{claim}/remove', { params: { path: { claim } } }))

export type OwnDomains = Awaited<ReturnType<typeof addOwnDomain>>
export type OwnDomain = OwnDomains['domains'][number]
