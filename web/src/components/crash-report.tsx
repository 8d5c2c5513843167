'use client'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { crashReport, reportText } from '@/lib/crash'
import { countDrafts } from '@/lib/drafts'
import { noteCrash } from '@/lib/error-reports'
import { useTitle } from '@/lib/use-title'
import { CopyBox } from './copy-box'
import { Button } from './ui/button'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** What happened, what was kept, a report to send on, and the way further. */
export function CrashReport({ error, reset }: Props) {
  const t = useTranslations('common')
  const [report] = useState(() => crashReport(error, window.location.href, new Date()))
  const [drafts] = useState(countDrafts)
  useEffect(() => noteCrash(error, report.id), [error, report.id])
  useTitle(t('crashTitle'))
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col gap-4 px-4 py-14">
      <CircleAlert aria-hidden className="size-10 text-bad" />
      <h1 className="text-xl font-semibold text-balance">{t('crashTitle')}</h1>
      <p className="text-pretty text-soft">{t('crashText')}</p>
      <p className="text-pretty">{t('crashKept', { count: drafts })}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onPress={reset}>
          <RotateCcw aria-hidden className="size-4" />
          {t('retry')}
        </Button>
        <Button onPress={() => window.location.assign('/')}>{t('crashStart')}</Button>
      </div>
      <details className="pt-2">
        <summary className="cursor-pointer text-sm font-medium text-soft">{t('crashReport')}</summary>
        <p className="pt-2 pb-2 text-sm text-soft">{t('crashReportText')}</p>
        <CopyBox text={reportText(report)} label={t('crashReport')} />
      </details>
    </div>
  )
}
