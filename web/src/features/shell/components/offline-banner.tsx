'use client'
import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

export function OfflineBanner() {
  const t = useTranslations('shell')
  const isOnline = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warn-wash px-4 py-2 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
