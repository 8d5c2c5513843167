'use client'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { useFormat } from '@/lib/use-format'

const kinds = [
  'transfer.export',
  'transfer.import',
  'transfer.check',
  'transfer.undo',
  'trips.source',
  'trips.flag',
  'customers.tag',
  'customers.anonymise',
  'resellers.status',
  'invoices.create',
  'invoices.send',
  'availability.bulk_edit',
  'trips.mass_cancel',
  'automations.replan',
  'automations.replan_all',
  'messages.send',
] as const
const pages = {
  trips: 'page_trips',
  calls: 'page_calls',
  reviews: 'page_reviews',
  customers: 'page_customers',
  resellers: 'page_resellers',
  invoices: 'page_invoices',
  userAvatars: 'page_team',
  auditLogs: 'page_auditLogViewer',
  experiences: 'page_experiences',
  resources: 'page_resources',
  availabilities: 'page_calendar',
  waivers: 'page_waivers',
  gift_cards: 'page_giftCards',
  offer_codes: 'page_catalog',
  products: 'page_catalog',
} as const

/** What a list is called on the page about exports. */
export function useObjectName() {
  const t = useTranslations('shell')
  return (object: string) => {
    // Which report it is, the name of its file says.
    if (object.startsWith('report_')) return t('page_reports')
    return object in pages ? t(pages[object as keyof typeof pages]) : object
  }
}

/** What a job does, in the reader's words. */
export function useJobTitle() {
  const t = useTranslations('jobs')
  const objectName = useObjectName()
  const cancelTitle = useCancelTitle()
  return (job: Job): string => {
    const kind = kinds.find((one) => one === job.kind)
    const flags = job.title as { is_flagged?: boolean; is_dry_run?: boolean; is_archived?: boolean; is_sent?: boolean }
    const { name = '', object = '' } = job.title as Record<string, string>
    if (kind === 'transfer.export') return t('job_export', { object: objectName(object) })
    if (kind === 'transfer.import') return t('job_import', { object: name })
    if (kind === 'transfer.check') return t('job_importCheck', { object: name })
    if (kind === 'transfer.undo') return t('job_importUndo', { object: name })
    if (kind === 'trips.source') return name ? t('job_source', { name }) : t('job_noSource')
    if (kind === 'trips.flag') return (flags.is_flagged ?? true) ? t('job_flag') : t('job_unflag')
    if (kind === 'customers.tag') return t('job_tag')
    if (kind === 'customers.anonymise') return t('job_anonymise')
    if (kind === 'resellers.status') return flags.is_archived ? t('job_archiveResellers') : t('job_activateResellers')
    if (kind === 'invoices.create') return t(flags.is_sent ? 'job_billAndSend' : 'job_bill')
    if (kind === 'invoices.send') return t('job_sendInvoices')
    if (kind === 'messages.send') return t('job_sendMessages', { name })
    if (kind === 'availability.bulk_edit') return flags.is_dry_run ? t('job_availabilityCheck') : t('job_availability')
    if (kind === 'trips.mass_cancel') return cancelTitle(job.title as Record<string, string>)
    if (kind === 'automations.replan' || kind === 'automations.replan_all') return t('job_replan')
    return t('job_other')
  }
}

/** What a mass cancellation calls off: a departure, a day of an experience, or a whole day. */
function useCancelTitle() {
  const t = useTranslations('jobs')
  const format = useFormat()
  return ({ scope, date = '', name = '', start_time = '' }: Record<string, string>) => {
    const day = format.day(date, 'short')
    if (scope === 'timeslot') return t('job_cancelTimeslot', { name, day, time: format.time(start_time) })
    return scope === 'date' ? t('job_cancelDate', { name, day }) : t('job_cancelDay', { day })
  }
}

/** Seconds that are left when the rest goes as fast as what is done; null while nobody can tell. */
export function secondsLeft(job: Pick<Job, 'done_cnt' | 'failed_cnt' | 'total_cnt' | 'started_at'>, now: number) {
  const done = job.done_cnt + job.failed_cnt
  if (!job.total_cnt || !job.started_at || done < 1) return null
  const passed = (now - new Date(job.started_at).getTime()) / 1000
  return passed > 2 ? Math.max(1, Math.round((passed / done) * (job.total_cnt - done))) : null
}

/** "12 of 300, about 2 minutes left". */
export function useJobProgress() {
  const t = useTranslations('jobs')
  return (job: Job, now: number): string => {
    if (job.status === 'queued') return t('jobQueued')
    if (job.is_cancel_asked && !job.finished_at) return t('jobCancelling')
    const left = secondsLeft(job, now)
    if (left === null) return t('jobRunning')
    return left < 90 ? t('jobSecondsLeft', { count: left }) : t('jobMinutesLeft', { count: Math.round(left / 60) })
  }
}
