import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const checklistQuery = queryOptions({
  queryKey: ['setup', 'checklist'],
  // Whoever comes back from a step finds it done: never what was so before.
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => {
    const found = await dataOf(api.GET('/api/setup/tasks/get'))
    // What was done since is noted with its time; looking alone changes nothing.
    const isNew = found.tasks.some((task) => task.is_done && !task.is_skipped && !task.done_at)
    return isNew ? dataOf(api.POST('/api/setup/tasks/review')) : found
  },
})

export const skipTask = (slug: string, is_skipped: boolean) =>
  dataOf(api.POST('/api/setup/task/{slug}/skip', { params: { path: { slug } }, body: { is_skipped } }))

export const createSample = (kind: string) => dataOf(api.POST('/api/setup/sample/create', { body: { kind } }))

export const removeSample = () => dataOf(api.POST('/api/setup/sample/remove'))
