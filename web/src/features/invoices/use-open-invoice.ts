'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { useLocale } from 'use-intl'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'

/** The invoice that is open beside the list; null: none. */
export function useOpenedInvoice(): number | null {
  return Number(useRoute('invoiceInList')?.invoice) || null
}

/** The address of the list as it stands, with an invoice open beside it, or none. */
export function useInvoiceHref() {
  const query = useSearchParams()
  const locale = useLocale()
  return useCallback(
    (invoice: number | null) => {
      const path =
        invoice === null ? href('invoices', {}, locale) : href('invoiceInList', { invoice: String(invoice) }, locale)
      return query.size ? `${path}?${query}` : path
    },
    [query, locale],
  )
}

/** Open an invoice beside the list, or close it; the list stays as it is. */
export function useOpenInvoice() {
  const router = useRouter()
  const to = useInvoiceHref()
  return useCallback((invoice: number | null) => router.replace(to(invoice), { scroll: false }), [router, to])
}

/** Show the list with other filters; a pressed figure that is pressed again shows everything. */
export function useListQuery() {
  const path = usePathname()
  const query = useSearchParams()
  const show = useCallback(
    (next: URLSearchParams) => window.history.replaceState(null, '', next.size ? `${path}?${next}` : path),
    [path],
  )
  return { query, show }
}
