import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AvailabilityIn, ExperienceIn } from '@/api/models'

export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences/all')),
})

export const experienceQuery = (experience: string) =>
  queryOptions({
    queryKey: ['experience', experience],
    queryFn: async () =>
      (
        await dataOf(
          api.GET('/api/experience/{experience}/get', { params: { path: { experience: Number(experience) } } }),
        )
      ).experience,
  })

export const customerTypesQuery = queryOptions({
  queryKey: ['customer-types'],
  queryFn: () => dataOf(api.GET('/api/customerTypes/get')),
  staleTime: 5 * 60_000,
})

/** The guest types as the reader calls them, to choose from; the setup of them shows what was written. */
export const guestTypesQuery = queryOptions({
  ...customerTypesQuery,
  select: (rows) => rows.map((row) => ({ ...row, name: row.local_name })),
})

export const reorderExperiences = (ids: number[]) => dataOf(api.POST('/setup/experiences/reorder', { body: { ids } }))

export const saveExperience = async (body: ExperienceIn) =>
  (await dataOf(api.POST('/api/experience/save', { body }))).experience

export const createAvailability = (experience: string, body: AvailabilityIn) =>
  dataOf(
    api.POST('/api/experience/{experience}/availabilities/create', {
      params: { path: { experience: Number(experience) } },
      body,
    }),
  )

/** What a rule would make, without making it. */
export const previewQuery = (experience: string, rule: Omit<AvailabilityIn, 'dry_run'> | null) =>
  queryOptions({
    queryKey: ['availability-preview', experience, rule],
    queryFn: () => createAvailability(experience, { ...rule!, dry_run: true }),
    enabled: rule !== null,
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
