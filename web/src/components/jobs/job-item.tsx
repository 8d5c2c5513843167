'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { useJobProgress, useJobTitle } from '../job-words'
import { IconButton } from '../ui/button'
import { ProgressBar } from '../ui/progress-bar'
import { useErrorText } from '../ui/states'
import { useCancel } from './own-jobs'

/** A job on its way: how far it is, stop it. */
export function JobItem({ job, at }: { job: Job; at: number }) {
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
        {job.kind.startsWith('invoices.') && (
          <AppLink to="invoices" params={{}} query={`job=${job.id}`} className="text-sm text-accent hover:underline">
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
