'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'

const fields = [
  'first_name',
  'last_name',
  'email',
  'more_emails',
  'phone',
  'more_phones',
  'company',
  'address',
  'country',
  'locale',
  'birth_date',
  'is_vip',
  'tags',
  'notes',
  'marketing',
  'unsubscribed_at',
] as const

/** Fields of a customer in words, those we know. */
export function useFieldNames() {
  const t = useTranslations('customers')
  const { shortList } = useFormat()
  return (names: string[]) => {
    const known = fields.filter((field) => names.includes(field))
    return shortList(known.map((field) => t(`field_${field}`)))
  }
}

/** Whom a customer is called; one without a name by company, address or number. */
export function useCustomerName() {
  const t = useTranslations('customers')
  return (one: {
    id: number
    name: string
    email: string | null
    phone: string | null
    company?: string | null
    anonymised_at?: string | null
    is_anonymised?: boolean
  }) => {
    if (one.anonymised_at || one.is_anonymised) return t('anonymousName', { id: one.id })
    return one.name || one.company || one.email || one.phone || t('noName')
  }
}
