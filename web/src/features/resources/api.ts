import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CostsIn, RescheduleIn, ResourceGroupIn, ResourceIn } from '@/api/models'

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

export const saveResources = (rows: ResourceIn[]) => dataOf(api.POST('/api/resources/update', { body: { rows } }))

/** Resources with what they do and when they must not, on at most 62 local days; of all groups when none is named. */
export const timelineQuery = (firstDay: string, lastDay: string, groups: number[]) =>
  queryOptions({
    queryKey: ['resource-timeline', firstDay, lastDay, groups],
    queryFn: () =>
      dataOf(
        api.GET('/api/resources/getInDateRange/{firstDay}/{lastDay}', {
          params: { path: { firstDay, lastDay }, query: { group_ids: groups } },
        }),
      ).then((answer) => answer.resources),
    placeholderData: (before) => before,
  })

export const moveUse = async (body: RescheduleIn) =>
  (await dataOf(api.POST('/api/resource/reschedule', { body }))).bookingResources

export const takeOff = (resource: number, uses: number[]) =>
  dataOf(
    api.POST('/api/resource/{resource}/unassign', {
      params: { path: { resource } },
      body: { booking_resource_ids: uses },
    }),
  )

export const feedsQuery = (resource: number) =>
  queryOptions({
    queryKey: ['resource-feeds', resource],
    queryFn: () =>
      dataOf(api.GET('/api/resource/{resource}/ical/get', { params: { path: { resource } } })).then(
        (answer) => answer.feeds,
      ),
  })

export const rotateFeeds = (resource: number) =>
  dataOf(api.POST('/api/resource/{resource}/ical/rotate', { params: { path: { resource } } })).then(
    (answer) => answer.feeds,
  )

export const costsQuery = queryOptions({
  queryKey: ['departure-costs'],
  queryFn: () => dataOf(api.GET('/api/departureCosts/get')),
})

export const saveCosts = (body: CostsIn) => dataOf(api.POST('/api/departureCosts/save', { body }))
