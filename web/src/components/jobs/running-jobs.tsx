'use client'
import { useTranslations } from 'use-intl'
import { JobItem } from './job-item'
import { isOpen, useOwnJobs } from './own-jobs'

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
