import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** The name of an act of the platform's log in the reader's language. */
export function useActName() {
  const t = useTranslations('platformAudit')
  return useCallback(
    (action: string) => {
      const key = `did_${action.replace('.', '_')}`
      return t.has(key as never) ? t(key as never) : action
    },
    [t],
  )
}
