'use client'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { toast } from '@/lib/toast'
import { useJobTitle } from '../job-words'
import { IconButton } from '../ui/button'
import { JobItem } from './job-item'
import { isOpen } from './own-jobs'

/** One's jobs as of `at`, and the ids of those that were seen running before this was drawn. */
type Props = { jobs: Job[]; at: number; first: readonly number[] }

/** Long work in the corner: how far it is, stop it, leave it; says what became of it. */
export function TrayWindow({ jobs, at, first }: Props) {
  useNews(jobs, first)
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

/** Say when something ended that was seen running, and show the lists anew that it changed. */
function useNews(jobs: Job[], first: readonly number[]) {
  const t = useTranslations('jobs')
  const title = useJobTitle()
  const client = useQueryClient()
  const running = useRef(new Set(first))
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
