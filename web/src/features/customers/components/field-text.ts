'use client'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { useFormat } from '@/lib/use-format'
import { addressLines, textOf, type Choosable } from '../model'

/** What a field of a customer says, as people read it. */
export function useFieldText() {
  const t = useTranslations('customers')
  const format = useFormat()
  const name = (type: 'region' | 'language', code: string) => new Intl.DisplayNames(format.locale, { type }).of(code)
  return (customer: CustomerFull, field: Choosable): string => {
    const text = textOf(customer, field)
    if (!text) return t('mergeNoValue')
    if (field === 'address') return addressLines(customer.address).join(', ')
    if (field === 'country') return name('region', text) ?? text
    if (field === 'locale') return name('language', text) ?? text
    if (field === 'birth_date') return format.day(text, 'medium')
    if (field === 'marketing') {
      const { email_opt_in, sms_opt_in } = customer.marketing
      const given = [email_opt_in && t('byEmail'), sms_opt_in && t('bySms')].filter((one) => one !== false)
      return given.length ? format.shortList(given) : t('notAllowed')
    }
    return text
  }
}
