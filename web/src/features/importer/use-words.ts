'use client'
import { useTranslations } from 'use-intl'
import type { ImportColumn } from '@/api/models'
import { columnWords, typeWords } from './column-words'
import type { Kind } from './model'

/** What can be imported, in the reader's words. */
export function useKindName() {
  const t = useTranslations('importer')
  return (kind: Kind) => t(`kind_${kind}`)
}

/** What a column is called, in the reader's words; one that a plugin brought has the server's. */
export function useColumnName() {
  const t = useTranslations('importer')
  return ({ key, label }: Pick<ImportColumn, 'key' | 'label'>): string => {
    const [part, word] = [key.slice(0, key.indexOf('_')), key.slice(key.indexOf('_') + 1)]
    const type = typeWords.find((one) => one === word)
    if (type && part === 'price') return t('column_priceOf', { type: t(`type_${type}`) })
    if (type && part === 'qty') return t('column_countOf', { type: t(`type_${type}`) })
    const known = columnWords.find((one) => one === key)
    return known ? t(`column_${known}`) : label
  }
}
