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
      case 'invoices':
      case 'reports':
      case 'importer':
      case 'crmSettings':
        return shell(`page_${page}`)
      case 'invoiceInList':
        return t('name_invoice')
      default:
        return t(`name_${page}`)
    }
  }
}
