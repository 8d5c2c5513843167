import { api, dataOf } from '@/api/client'
import { outsideNumber } from '@/components/calls/model'
import { readCall, saveCall } from '@/components/calls/api'
import { splitName } from '@/lib/names'
import { nobody, type Contact } from './model'

/** Whom a call is with, for a sale: the one customer it can be, or the number that is shown. */
export async function contactOfCall(call_id: number): Promise<Contact> {
  const call = await readCall(call_id)
  const only = call.customer ?? (call.customers.length === 1 ? call.customers[0] : undefined)
  const phone = outsideNumber(call)
  if (!only) return { ...nobody, ...splitName(call.caller_name), phone }
  const path = { customer: only.id }
  const known = await dataOf(api.GET('/api/customer/{customer}/get', { params: { path } })).catch(() => null)
  if (!known) return { ...nobody, ...splitName(only.name), phone, customer_id: only.id }
  const { first_name, last_name, email } = known
  return { first_name, last_name, email: email ?? '', phone: phone || (known.phone ?? ''), customer_id: only.id }
}

/** Say that a call led to a trip; the sale stands either way. */
export const noteSale = (call_id: number, trip_id: number) =>
  saveCall(call_id, { trip_id, outcome: 'booked' }).catch(() => undefined)
