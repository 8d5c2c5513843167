import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ResourceGroupIn, ResourceIn } from '@/api/models'

export const groupsQuery = queryOptions({
  queryKey: ['setup', 'resources'],
  queryFn: () => dataOf(api.GET('/api/resourceGroups/get')).then((answer) => answer.resourceGroups),
})

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: () => dataOf(api.GET('/api/locations/get')),
})

export const saveGroup = (body: ResourceGroupIn) => dataOf(api.POST('/api/resourceGroup/save', { body }))

export const deleteGroup = (group: number) =>
  dataOf(api.POST('/api/resourceGroup/{group}/delete', { params: { path: { group } } }))

export const saveResource = (row: ResourceIn) => dataOf(api.POST('/api/resources/update', { body: { rows: [row] } }))
