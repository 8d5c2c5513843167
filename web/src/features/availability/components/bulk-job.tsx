'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { useJobProgress } from '@/components/job-words'
import { useCancel } from '@/components/jobs/own-jobs'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { jobQuery, useRefreshDepartures } from '../api'
import { sumsOf } from './bulk-difference'
import { FateCounts } from './fate-counts'

/** A bulk edit that runs or has run: how far it is, and what came of it. The page can be left meanwhile. */
export function BulkJob({ id }: { id: number }) {
  const { data: job, error, refetch } = useQuery(jobQuery(id))
  const refresh = useRefreshDepartures()
  const told = useRef(refresh)
  const isOver = !!job?.finished_at
  useEffect(() => {
    if (isOver) told.current()
  }, [isOver])
  if (error && !job) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!job) return <Skeleton className="h-48 max-w-3xl rounded-xl" />
  return <div className="max-w-3xl space-y-5">{isOver ? <Outcome job={job} /> : <Running job={job} />}</div>
}

function Running({ job }: { job: Job }) {
  const t = useTranslations('availability')
  const jobs = useTranslations('jobs')
  const progress = useJobProgress()
  const cancel = useCancel()
  const { dataUpdatedAt } = useQuery(jobQuery(job.id))
  return (
    <Card title={t('running')}>
      <div className="space-y-4">
        <ProgressBar
          label={t('departures')}
          value={job.total_cnt === null ? null : job.done_cnt + job.failed_cnt}
          max={job.total_cnt ?? 1}
        />
        <p className="text-sm text-soft">{progress(job, dataUpdatedAt)}</p>
        <p className="text-sm text-pretty text-soft">{t('mayLeave')}</p>
        <Button onPress={() => cancel.mutate(job.id)} isDisabled={job.is_cancel_asked}>
          {jobs('jobCancel')}
        </Button>
      </div>
    </Card>
  )
}

function Outcome({ job }: { job: Job }) {
  const t = useTranslations('availability')
  const jobs = useTranslations('jobs')
  const ts = useTranslations('experiences')
  const isGood = job.status === 'done'
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <Card>
      <div className="space-y-4">
        <div role="status" className="flex items-start gap-3">
          <Icon aria-hidden className={isGood ? 'mt-0.5 size-6 text-good' : 'mt-0.5 size-6 text-warn'} />
          <div>
            <h2 className="text-lg font-semibold">{jobs(`jobStatus_${job.status as 'done'}`)}</h2>
            <FateCounts sum={sumsOf(job.result)} />
          </div>
        </div>
        {job.errors.length > 0 && <Failures job={job} />}
        <div className="flex flex-wrap gap-3">
          <AppLink to="bulkEdit" params={{}} className={buttonClass('primary')}>
            {t('another')}
          </AppLink>
          <AppLink to="experiences" params={{}} className={buttonClass()}>
            {ts('title')}
          </AppLink>
        </div>
      </div>
    </Card>
  )
}

function Failures({ job }: { job: Job }) {
  const t = useTranslations('availability')
  return (
    <ul className="space-y-1 rounded-md bg-bad-wash px-4 py-3 text-sm text-bad">
      {job.errors.map((one, place) => (
        <li key={place}>
          <AppLink
            to="availabilityEdit"
            params={{ experienceTimeslot: one.ref.replace('#', '') }}
            className="font-medium underline"
          >
            {t('ruleNumber', { ref: one.ref })}
          </AppLink>
          : {one.message}
        </li>
      ))}
    </ul>
  )
}
