'use client'
import { onlineManager, useMutationState } from '@tanstack/react-query'
import { GitCompare, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { dismissReports, type Report } from '@/lib/offline/queue'
import { useOfflineQueue } from '@/lib/offline/use-offline-queue'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

/** A lost connection: what is shown may be old, and so many changes wait to be sent; what came of the late ones. */
export function OfflineBanner() {
  const t = useTranslations('shell')
  const isOnline = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  const queue = useOfflineQueue()
  const paused = useMutationState({ filters: { predicate: (one) => one.state.isPaused } }).length
  const waiting = paused + queue.waiting.length
  const isOff = !isOnline || !queue.isReachable
  return (
    <div role="status" className="print:hidden">
      {isOff && (
        <p className="flex items-center gap-2 bg-warn-wash px-4 py-2 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span>
            {t('offline')} {waiting > 0 && <strong>{t('offlineCount', { count: waiting })}</strong>}
          </span>
        </p>
      )}
      {queue.reports.length > 0 && <Reports reports={queue.reports} />}
    </div>
  )
}

/** Taps that came out otherwise, until they are read: somebody else was later, or the server refused. */
function Reports({ reports }: { reports: readonly Report[] }) {
  const t = useTranslations('shell')
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b bg-bad-wash px-4 py-2 text-sm text-bad">
      <GitCompare aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-medium">{t('reports', { count: reports.length })}</p>
        <ul>
          {reports.map(({ id, kind, who, text }) => (
            <li key={id}>{t(`report_${kind}`, { who, text })}</li>
          ))}
        </ul>
      </div>
      <Button size="sm" onPress={() => void dismissReports()}>
        {t('reportsRead')}
      </Button>
    </div>
  )
}
