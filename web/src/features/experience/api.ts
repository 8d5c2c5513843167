import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type {
  ConditionsIn,
  ContentIn,
  CopyParts,
  ExperienceFull,
  ExperienceIn,
  Images,
  ResourceUsageIn,
  RestrictionIn,
} from '@/api/models'
import { experienceQuery, experiencesQuery } from '@/features/experiences/api'
import { sendPicture } from './upload'

const at = (experience: number) => ({ params: { path: { experience } } })

/** What a part of the editor changes; the rest of the experience stays as it is. */
export type Changes = Partial<Omit<ExperienceIn, 'id' | 'version'>>

export const saveChanges = async (before: ExperienceFull, changes: Changes) => {
  const { id, version, name, duration_minutes } = before
  const body = { id, version, name, duration_minutes, ...changes }
  return (await dataOf(api.POST('/api/experience/save', { body }))).experience
}

/** Put what the server answered where every screen finds it. */
export function useKeepExperience() {
  const queries = useQueryClient()
  return (experience: ExperienceFull) => {
    queries.setQueryData(experienceQuery(String(experience.id)).queryKey, experience)
    void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
    void queries.invalidateQueries({ queryKey: ['experience-history', experience.id] })
  }
}

/** Something beside the experience's own row changed that its page shows. */
export function useRefreshExperience(experience: number) {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: experienceQuery(String(experience)).queryKey })
    void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
  }
}

export const cloneExperience = (experience: number, name: string, copy: CopyParts) =>
  dataOf(api.POST('/setup/experience/{experience}/clone', { ...at(experience), body: { name, copy } }))

export const historyQuery = (experience: number) =>
  queryOptions({
    queryKey: ['experience-history', experience],
    queryFn: async () => (await dataOf(api.GET('/api/experience/{experience}/history', at(experience)))).data,
    staleTime: 0,
  })

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () => dataOf(api.GET('/api/categories')),
})

export const contentsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['experience-contents', experience],
    queryFn: () => dataOf(api.GET('/api/experience/{experience}/contents/get', at(experience))),
    refetchOnWindowFocus: false,
  })

export const saveContent = (experience: number, body: ContentIn) =>
  dataOf(api.POST('/api/experience/{experience}/updateContent', { ...at(experience), body }))

export const saveAlt = (experience: number, image: number, alt: string) =>
  dataOf(
    api.POST('/api/experience/{experience}/image/{image}/save', {
      params: { path: { experience, image } },
      body: { alt },
    }),
  )

export const deleteImage = (experience: number, image: number) =>
  dataOf(api.POST('/api/experience/{experience}/image/{image}/delete', { params: { path: { experience, image } } }))

export const reorderImages = (experience: number, ids: number[]) =>
  dataOf(api.POST('/api/experience/{experience}/images/reorder', { ...at(experience), body: { ids } }))

/** Send a picture; `onSent` hears how much of it has left, from 0 to 1. */
export const uploadImage = (
  experience: number,
  role: 'Hero' | 'Gallery',
  file: File,
  onSent: (share: number) => void,
) => sendPicture<Images>(`/api/experience/${experience}/upload${role}Image`, file, onSent)

export const conditionsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['experience-conditions', experience],
    queryFn: () => dataOf(api.GET('/api/experience/{experience}/conditions/get', at(experience))),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const saveConditions = (experience: number, body: ConditionsIn) =>
  dataOf(api.POST('/api/experience/{experience}/conditions/save', { ...at(experience), body }))

/** The taxes that an add-on or a product can name. */
export const taxesQuery = queryOptions({
  queryKey: ['taxes'],
  queryFn: () => dataOf(api.GET('/api/taxes/get')),
  staleTime: 5 * 60_000,
})

export const usagesQuery = (experience: number) =>
  queryOptions({
    queryKey: ['resource-usages', experience],
    queryFn: async () =>
      (await dataOf(api.GET('/api/experience/{experience}/resourceUsages/get', at(experience)))).resourceUsages,
    refetchOnWindowFocus: false,
  })

export const saveUsages = async (experience: number, rows: ResourceUsageIn[]) =>
  (await dataOf(api.POST('/api/experience/{experience}/resourceUsages/save', { ...at(experience), body: { rows } })))
    .resourceUsages

export const assignedQuery = (experience: number) =>
  queryOptions({
    queryKey: ['assigned-fields', experience],
    queryFn: () => dataOf(api.GET('/experience/{experience}/assigned-custom-fields', at(experience))),
  })

export const pendingQuery = (experience: number) =>
  queryOptions({
    queryKey: ['pending-fields', experience],
    queryFn: () => dataOf(api.GET('/experience/{experience}/pending-custom-fields', at(experience))),
  })

export const assignField = (experience: number, custom_field_id: number, is_required: boolean | null = null) =>
  dataOf(
    api.POST('/experience/{experience}/add-custom-field', {
      ...at(experience),
      body: { custom_field_id, is_required },
    }),
  )

export const removeField = (experience: number, customField: number) =>
  dataOf(
    api.DELETE('/experience/{experience}/remove-custom-field/{customField}', {
      params: { path: { experience, customField } },
    }),
  )

export const reorderAssigned = (experience: number, ids: number[]) =>
  dataOf(api.POST('/experience/{experience}/set-order', { ...at(experience), body: { ids } }))

export const restrictionsQuery = queryOptions({
  queryKey: ['restrictions'],
  queryFn: () => dataOf(api.GET('/api/restrictions/get')),
})

export const saveRestriction = (body: RestrictionIn) => dataOf(api.POST('/api/restriction/save', { body }))

export const departuresQuery = (experience: number, firstDay: string, lastDay: string) =>
  queryOptions({
    queryKey: ['experience-departures', experience, firstDay, lastDay],
    queryFn: () =>
      dataOf(
        api.GET('/api/experience/{experience}/getTimeslotsForDateRange/{firstDay}/{lastDay}', {
          params: { path: { experience, firstDay, lastDay } },
        }),
      ),
  })
