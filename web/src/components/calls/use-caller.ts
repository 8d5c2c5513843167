'use client'
import { useTranslations } from 'use-intl'
import { isolate } from '@/lib/isolate'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import type { Call } from './types'

const mostNames = 3

/** Who calls, as far as anybody knows: whoever it is, or everybody it may be. */
export function useCaller() {
  const t = useTranslations('ringing')
  const format = useFormat()
  return (call: Call): string => {
    const people = call.customer ? call.customers.filter(({ id }) => id === call.customer?.id) : call.customers
    const names = people.slice(0, mostNames).map(({ name }) => name)
    if (names.length > 0) return format.eitherList(names)
    if (call.caller_name) return isolate(call.caller_name)
    return call.caller_number ? formatPhone(call.caller_number) : t('withheld')
  }
}
