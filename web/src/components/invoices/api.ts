import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { FetchPage } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'

type Schemas = components['schemas']
export type InvoiceRow = Schemas['InvoiceRowOut']
export type Invoice = Schemas['InvoiceFull']
export type InvoiceLine = Schemas['InvoiceLineOut']
export type InvoicePayment = Schemas['InvoicePaymentOut']
export type Ageing = Schemas['AgeingOut']
export type Eligible = Schemas['EligibleOut']
export type Statement = Schemas['StatementOut']
export type EligibleIn = Schemas['EligibleIn']
export type BulkCreateIn = Schemas['InvoicesBulkCreateIn']

const at = (invoice: number) => ({ params: { path: { invoice } } })

/** The list; its figures are asked for on their own, so that a page more costs no sums. */
export const fetchInvoices: FetchPage<InvoiceRow> = (query, signal) =>
  dataOf(api.GET('/api/invoices/get', { params: { query: { ...query, ageing: false } }, signal }))

/** What is unpaid in all, by how late it is. */
export const ageingQuery = queryOptions({
  queryKey: ['invoices', 'ageing'],
  queryFn: async () =>
    (await dataOf(api.GET('/api/invoices/get', { params: { query: { limit: 1, ageing: true } } }))).ageing,
  staleTime: 60_000,
})

export const invoiceQuery = (invoice: number) =>
  queryOptions({
    queryKey: ['invoices', 'one', invoice],
    queryFn: () => dataOf(api.GET('/api/invoice/{invoice}/get', at(invoice))),
  })

export const ofResellerQuery = (reseller: number) =>
  queryOptions({
    queryKey: ['invoices', 'of', reseller],
    queryFn: () => dataOf(api.GET('/api/reseller/{reseller}/invoices/get', { params: { path: { reseller } } })),
  })

export const statementQuery = (reseller: number, date_from: string, date_to: string) =>
  queryOptions({
    queryKey: ['invoices', 'statement', reseller, date_from, date_to],
    queryFn: () =>
      dataOf(
        api.GET('/api/reseller/{reseller}/statement/get', {
          params: { path: { reseller }, query: { date_from, date_to } },
        }),
      ),
  })

/** What could be billed; of everybody where no partners are named. */
export const eligibleQuery = (body: EligibleIn) =>
  queryOptions({
    queryKey: ['invoices', 'eligible', body],
    queryFn: () => dataOf(api.POST('/api/invoices/countEligible', { body })),
    staleTime: 0,
    gcTime: 0,
  })

type Seen = Pick<Invoice, 'id' | 'version'>

export const sendInvoice = ({ id, version }: Seen, body: { to: string[]; cc: string[]; message: string }) =>
  dataOf(api.POST('/api/invoice/{invoice}/send', { ...at(id), body: { ...body, version } }))

export const editNote = ({ id, version }: Seen, note: string) =>
  dataOf(api.POST('/api/invoice/{invoice}/note/edit', { ...at(id), body: { note, version } }))

export type Discount = { amount: number } | { ppm: number }

export const editDiscount = ({ id, version }: Seen, discount: Discount, reason: string) =>
  dataOf(api.POST('/api/invoice/{invoice}/discount/edit', { ...at(id), body: { ...discount, reason, version } }))

export const removeTrip = ({ id, version }: Seen, trip_id: number) =>
  dataOf(api.POST('/api/invoice/{invoice}/tripRemove', { ...at(id), body: { trip_id, version } }))

/** Leave the credits of an unsent invoice to the reseller's next one. */
export const deferCredits = ({ id, version }: Seen) =>
  dataOf(api.POST('/api/invoice/{invoice}/credits/defer', { ...at(id), body: { version } }))

export type Status = 'unsent' | 'sent' | 'void'

export const setStatus = ({ id, version }: Seen, status: Status, reason = '') =>
  dataOf(api.POST('/api/invoice/{invoice}/status/edit', { ...at(id), body: { status, reason, version } }))

export const deleteInvoice = ({ id, version }: Seen) =>
  dataOf(api.POST('/api/invoice/{invoice}/delete', { ...at(id), body: { version } }))

export const addPayment = (
  { id, version }: Seen,
  body: Pick<Schemas['InvoicePaymentIn'], 'method' | 'amount' | 'paid_at' | 'note'>,
) => dataOf(api.POST('/api/invoice/{invoice}/payment/add', { ...at(id), body: { ...body, version } }))

export const removePayment = ({ id, version }: Seen, invoicePayment: number, reason: string) =>
  dataOf(
    api.POST('/api/invoice/{invoice}/payment/{invoicePayment}/remove', {
      params: { path: { invoice: id, invoicePayment } },
      body: { reason, version },
    }),
  )

/** Give an invoice another address to be paid at. */
export const replaceLink = ({ id, version }: Seen) =>
  dataOf(api.POST('/api/invoice/{invoice}/paymentLink/replace', { ...at(id), body: { version } }))

export type Format = 'pdf' | 'xlsx'

/** An invoice as a file; the browser saves it under the name it has for people. */
export async function download({ id, number }: Pick<Invoice, 'id' | 'number'>, format: Format) {
  const blob = await dataOf(
    api.POST('/api/invoice/{invoice}/download', { ...at(id), body: { format }, parseAs: 'blob' }),
  )
  const address = URL.createObjectURL(blob as unknown as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = `${number ?? `draft-${id}`}.${format}`
  link.click()
  // The browser has to have begun before the address goes away.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Where the mail is shown that would go out now. */
export const previewUrl = (invoice: number, message: string) =>
  `/public/emails/invoice?${new URLSearchParams({ invoice: String(invoice), message })}`

/** Begin to bill many partners; returns the job. */
export const createMany = (body: BulkCreateIn) => dataOf(api.POST('/api/invoices/bulk/create', { body }))

/** Begin to send what waits to be sent among these; returns the job. */
export const sendMany = (target: BulkTarget, message: string) => {
  const which = 'ids' in target ? { ids: target.ids } : { search: target.search, filters: target.filters }
  return dataOf(api.POST('/api/invoices/bulk/send', { body: { ...which, message } }))
}
