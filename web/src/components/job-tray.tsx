'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import type { Job } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useJobProgress, useJobTitle } from './job-words'
import { IconButton } from './ui/button'
import { ProgressBar } from './ui/progress-bar'
import { useErrorText } from './ui/states'

const isOpen = (job: Job) => job.status === 'queued' || job.status === 'running'

/** One's own long work: asked for often while some of it goes on, seldom otherwise. */
function useOwnJobs() {
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

/** Long work in the corner: how far it is, stop it, leave it; it is found again on every page. */
export function JobTray() {
  const { jobs, at } = useOwnJobs()
  useNews(jobs)
  const open = jobs.filter(isOpen)
  const [isSmall, setSmall] = useState(false)
  const t = useTranslations('jobs')
  if (!open.length) return null
  const Chevron = isSmall ? ChevronUp : ChevronDown
  return (
    <section
      aria-label={t('jobs')}
      className="fixed end-4 bottom-20 z-40 w-80 max-w-[calc(100vw-2rem)] rounded-xl border bg-raised shadow-float md:bottom-4 print:hidden"
    >
      <header className="flex items-center justify-between ps-4 pe-1">
        <h2 className="text-sm font-semibold">{t('jobsRunning', { count: open.length })}</h2>
        <IconButton label={isSmall ? t('jobsOpen') : t('jobsClose')} onPress={() => setSmall(!isSmall)}>
          <Chevron aria-hidden className="size-4" />
        </IconButton>
      </header>
      {!isSmall && (
        <ul className="max-h-64 divide-y overflow-y-auto border-t">
          {open.map((job) => (
            <JobItem key={job.id} job={job} at={at} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** One's own long work on a page: where it is found again after it was left. */
export function RunningJobs() {
  const t = useTranslations('jobs')
  const { jobs, at } = useOwnJobs()
  const open = jobs.filter(isOpen)
  if (!open.length) return null
  return (
    <section className="mb-4 rounded-xl border bg-surface">
      <h2 className="px-4 pt-3 font-semibold">{t('jobsRunning', { count: open.length })}</h2>
      <ul className="divide-y">
        {open.map((job) => (
          <JobItem key={job.id} job={job} at={at} />
        ))}
      </ul>
    </section>
  )
}

function JobItem({ job, at }: { job: Job; at: number }) {
  const t = useTranslations('jobs')
  const title = useJobTitle()(job)
  const progress = useJobProgress()
  const cancel = useCancel()
  const errorText = useErrorText()
  return (
    <li className="flex items-start gap-1 py-2 ps-4 pe-1">
      <div className="min-w-0 grow">
        <ProgressBar
          label={title}
          value={job.total_cnt === null ? null : job.done_cnt + job.failed_cnt}
          max={job.total_cnt ?? 1}
        />
        <p className="mt-1 text-xs text-faint">{progress(job, at)}</p>
        {job.kind === 'trips.mass_cancel' && (
          <AppLink to="manifest" params={{}} query={watchQuery(job)} className="text-sm text-accent hover:underline">
            {t('jobWatch')}
          </AppLink>
        )}
      </div>
      <IconButton
        label={t('jobCancel')}
        isDisabled={job.is_cancel_asked}
        onPress={() => cancel.mutate(job.id, { onError: (error) => toast.error(errorText(error)) })}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}

/** Where a mass cancellation is watched: on the manifest of its day. */
const watchQuery = ({ id, title }: Job) => `date=${String(title.date ?? '')}&job=${id}`

export function useCancel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (job: number) => dataOf(api.POST('/api/job/{job}/cancel', { params: { path: { job } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
}

/** Say when something ended that was seen running, and show the lists anew that it changed. */
function useNews(jobs: Job[]) {
  const t = useTranslations('jobs')
  const title = useJobTitle()
  const client = useQueryClient()
  const running = useRef(new Set<number>())
  useEffect(() => {
    for (const job of jobs) {
      if (isOpen(job)) running.current.add(job.id)
      else if (running.current.delete(job.id)) {
        void client.invalidateQueries({ queryKey: ['list'] })
        const text = `${title(job)}: ${t(`jobStatus_${job.status as 'done'}`)}`
        if (job.status === 'failed') toast.error(text)
        else toast.success(text)
      }
    }
  })
}
