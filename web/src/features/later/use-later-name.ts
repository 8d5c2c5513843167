'use client'
import { useTranslations } from 'use-intl'
import type { LaterPage } from './pages'

/** The name of a page that comes later: the navigation's where it has one. */
export function useLaterName() {
  const t = useTranslations('later')
  const shell = useTranslations('shell')
  return (page: LaterPage): string => {
    switch (page) {
      case 'calls':
      case 'reports':
      case 'importer':
        return shell(`page_${page}`)
      default:
        return t(`name_${page}`)
    }
  }
}
