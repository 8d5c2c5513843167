import { useLocale, useTranslations } from 'use-intl'

/** What importers refuse, and why something stayed; the server says it in English, with more detail. */
const codes = [
  'missing',
  'twin',
  'exists',
  'out_of_range',
  'unknown',
  'too_long',
  'not_a_number',
  'too_precise',
  'not_whole',
  'unknown_choice',
  'not_a_date',
  'not_a_time',
  'not_yes_or_no',
  'not_an_email',
  'not_a_phone',
  'unknown_country',
  'unknown_currency',
  'unknown_language',
  'too_many_cells',
  'other_currency',
  'sold_out',
  'other_kind',
  'negative',
  'unreadable',
  'ambiguous',
  'archived',
  'no_such_time',
  'fixed',
  'below_minimum',
  'required',
  'nobody',
  'too_many',
  'unknown_ticket',
  'which_ticket',
  'forbidden',
  'overpaid',
  'above_total',
  'future',
  'too_old',
  'closed',
  'no_departure',
  'no_reseller',
  'taken',
  'not_a_code',
  'both',
  'expired',
  'empty',
  'taken_meanwhile',
  'decimal_sign',
  'date_format',
  'too_large',
  'kept',
] as const
type Code = (typeof codes)[number]

const isKnown = (code: string): code is Code => codes.some((one) => one === code)

/** What is wrong with a row, in the reader's language where there are words for it. */
export function useProblemText() {
  const t = useTranslations('importer')
  const isEnglish = useLocale().startsWith('en')
  return ({ code, message }: { code: string; message: string }) =>
    isEnglish || !isKnown(code) ? message : t(`code_${code}`)
}
