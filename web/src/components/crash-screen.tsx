'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { late } from '@/lib/late'
import { isStaleDeploy, mayReload, reloadOnce } from '@/lib/stale-deploy'
import { Skeleton } from './ui/skeleton'

type Props = { error: Error & { digest?: string }; reset: () => void }

const CrashReport = late(() => import('./crash-report').then((file) => file.CrashReport).catch(() => BareCrash))

/** A screen that broke: what happened, what was kept, a report to send on, and the way further. */
export function CrashScreen({ error, reset }: Props) {
  const isStale = isStaleDeploy(error)
  // A part that is missing after a new version comes with the new page: nobody needs to read about it.
  const [isReloading] = useState(() => isStale && mayReload())
  useEffect(() => {
    if (isReloading) reloadOnce()
  }, [isReloading])
  if (isReloading) return <Skeleton className="m-8 h-72" />
  return <CrashReport error={error} reset={isStale ? () => window.location.reload() : reset} />
}

/** The same in few words, where not even the words about it could be fetched. */
function BareCrash({ reset }: Props) {
  const t = useTranslations('common')
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-4 px-4 py-14">
      <h1 className="text-xl font-semibold text-balance">{t('crashTitle')}</h1>
      <p className="text-pretty text-soft">{t('crashText')}</p>
      <button type="button" onClick={reset} className="min-h-11 rounded-md border border-line-strong bg-surface px-4">
        {t('retry')}
      </button>
    </div>
  )
}
