import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

const at = (experience: number) => ({ params: { path: { experience } } })

/** Which waivers the guests of an experience sign. */
export const waiversQuery = (experience: number) =>
  queryOptions({
    queryKey: ['experience-waivers', experience],
    queryFn: () =>
      dataOf(api.GET('/api/experience/{experience}/waivers/get', at(experience))).then((answer) => answer.template_ids),
  })

export const saveWaivers = (experience: number, template_ids: number[]) =>
  dataOf(api.POST('/api/experience/{experience}/waivers/edit', { ...at(experience), body: { template_ids } })).then(
    (answer) => answer.template_ids,
  )
