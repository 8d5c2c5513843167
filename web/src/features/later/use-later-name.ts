'use client'
import { useTranslations } from 'use-intl'
import type { LaterPage } from './pages'

/** The name of a page that comes later, as the navigation has it. */
export function useLaterName() {
  const shell = useTranslations('shell')
  return (page: LaterPage): string => shell(`page_${page}`)
}
