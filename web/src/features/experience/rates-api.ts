import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { RateSheetIn, SeasonIn } from '@/api/models'

const at = (experience: number) => ({ params: { path: { experience } } })
const of = (rateSheet: number) => ({ params: { path: { rateSheet } } })

export const rateSheetsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['rate-sheets', experience],
    queryFn: () => dataOf(api.GET('/api/experience/{experience}/rateSheets/get', at(experience))),
  })

export const archivedSheetsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['rate-sheets', experience, 'archived'],
    queryFn: () =>
      dataOf(
        api.GET('/api/experience/{experience}/rateSheets/get', {
          params: { path: { experience }, query: { is_archived: true } },
        }),
      ),
    staleTime: 0,
  })

export const saveRateSheet = (body: RateSheetIn) => dataOf(api.POST('/api/rateSheet/save', { body }))

export const archiveRateSheet = (rateSheet: number) =>
  dataOf(api.POST('/api/rateSheet/{rateSheet}/archive', of(rateSheet)))

export const restoreRateSheet = (rateSheet: number, is_live: boolean) =>
  dataOf(api.POST('/api/rateSheet/{rateSheet}/restore', { ...of(rateSheet), body: { is_live } }))

export type Asked = { experience: number; firstDay: string; lastDay: string; method: string; quantities: string }

/** Which sheet sets each price of some days, sold that way to that party now. */
export const appliedQuery = ({ experience, firstDay, lastDay, ...query }: Asked) =>
  queryOptions({
    queryKey: ['rate-sheets', experience, 'applied', firstDay, lastDay, query],
    queryFn: () =>
      dataOf(
        api.GET('/api/experience/{experience}/rateSheets/applied/{firstDay}/{lastDay}', {
          params: { path: { experience, firstDay, lastDay }, query },
        }),
      ),
    placeholderData: (before) => before,
    staleTime: 0,
  })

export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: () => dataOf(api.GET('/api/seasons/get')),
})

export const saveSeason = (body: SeasonIn) => dataOf(api.POST('/api/season/save', { body }))
