'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { toast } from '@/lib/toast'
import { said } from '../at-refusal'
import { invoiceQuery, type Invoice } from '@/components/invoices/api'
import { useKeep } from '@/components/invoices/use-renew'
import { useRefusal } from '@/components/invoices/use-words'

/**
 * Change an invoice from a window: what is refused is said in the window, and what somebody else did
 * meanwhile is read, so that the next try is made on it.
 */
export function useSave(invoice: Invoice, onClose: () => void) {
  const t = useTranslations('invoices')
  const keep = useKeep()
  const queries = useQueryClient()
  const refusal = useRefusal()
  const tried = (change: Promise<Invoice>) =>
    change.catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries({ queryKey: invoiceQuery(invoice.id).queryKey })
      }
      throw said(error, refusal(error))
    })
  const done = (saved: Invoice, message: string = t('saved')) => {
    keep(saved)
    onClose()
    toast.success(message)
  }
  return { tried, done }
}
