import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AddonIn, Addons, AddonValueTypeIn } from '@/api/models'
import { sendPicture } from './upload'

const at = (experience: number) => ({ params: { path: { experience } } })
const of = (experience: number, addon: number) => ({ params: { path: { experience, addon } } })

export const addonsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['addons', experience],
    queryFn: () => dataOf(api.GET('/api/experience/{experience}/addons/get', at(experience))),
  })

export const archivedAddonsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['addons', experience, 'archived'],
    queryFn: () =>
      dataOf(
        api.GET('/api/experience/{experience}/addons/get', {
          params: { path: { experience }, query: { is_archived: true } },
        }),
      ),
    staleTime: 0,
  })

export const saveAddon = (experience: number, body: AddonIn) =>
  dataOf(api.POST('/api/experience/{experience}/addon/save', { ...at(experience), body }))

export const reorderAddons = (experience: number, ids: number[]) =>
  dataOf(api.POST('/api/experience/{experience}/addons/reorder', { ...at(experience), body: { ids } }))

export const archiveAddon = (experience: number, addon: number) =>
  dataOf(api.POST('/api/experience/{experience}/addon/{addon}/archive', of(experience, addon)))

export const restoreAddon = (experience: number, addon: number) =>
  dataOf(api.POST('/api/experience/{experience}/addon/{addon}/restore', of(experience, addon)))

export const uploadAddonImage = (experience: number, addon: number, file: File) =>
  sendPicture<Addons>(`/api/experience/${experience}/addon/${addon}/uploadImage`, file)

export const deleteAddonImage = (experience: number, addon: number) =>
  dataOf(api.POST('/api/experience/{experience}/addon/{addon}/image/delete', of(experience, addon)))

export const choicesQuery = queryOptions({
  queryKey: ['addon-value-types'],
  queryFn: () => dataOf(api.GET('/api/addonValueTypes/get')),
})

export const saveChoices = (body: AddonValueTypeIn) => dataOf(api.POST('/api/addonValueType/save', { body }))
