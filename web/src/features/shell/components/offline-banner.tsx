'use client'
import { onlineManager, useMutationState } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

/** A lost connection: what is shown may be old, and so many changes wait to be sent. */
export function OfflineBanner() {
  const t = useTranslations('shell')
  const isOnline = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  const waiting = useMutationState({ filters: { predicate: (one) => one.state.isPaused } }).length
  return (
    <div role="status" className="print:hidden">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warn-wash px-4 py-2 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span>
            {t('offline')} {waiting > 0 && <strong>{t('offlineCount', { count: waiting })}</strong>}
          </span>
        </p>
      )}
    </div>
  )
}
