'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Job } from '@/api/models'
import { useSession } from '@/lib/session'

export const isOpen = (job: Job) => job.status === 'queued' || job.status === 'running'

/** One's own long work: asked for often while some of it goes on, seldom otherwise. */
export function useOwnJobs() {
  const session = useSession()
  const mine = session?.userAvatar?.id
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['jobs'],
    queryFn: async () => (await dataOf(api.GET('/api/jobs/get', { params: { query: { limit: 20 } } }))).data,
    enabled: mine !== undefined,
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? 1500 : 60_000),
  })
  return { jobs: (data ?? []).filter((job) => job.requested_by === mine), at: dataUpdatedAt }
}

/** Ask for a job to stop. */
export function useCancel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (job: number) => dataOf(api.POST('/api/job/{job}/cancel', { params: { path: { job } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
}
