'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import type { Scope } from './types'

/** "Cancel Harbour Kayak, 9:00, Fri 21 Nov": what is about to be called off. */
export function useScopeTitle() {
  const t = useTranslations('massCancel')
  const format = useFormat()
  return (scope: Scope): string => {
    const day = format.day(scope.date, 'short')
    if (scope.kind === 'day') return t('titleDay', { day })
    if (scope.kind === 'date') return t('titleDate', { name: scope.name, day })
    return t('titleTimeslot', { name: scope.name, time: format.time(scope.time), day })
  }
}
