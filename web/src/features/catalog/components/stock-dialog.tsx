'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Product } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { adjustStock, productsQuery } from '../api'

type Values = { by: number | null; reason: string }

const schema = z.object({ by: z.number('required'), reason: rules.trimmed(80) })

/** A delivery or a loss: what is sold while this is open stays sold. */
export function StockDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  const now = product.stock_qty ?? 0
  return (
    <FormDialog<Values, Product>
      title={t('stockOf', { name: product.name })}
      values={{ by: null, reason: '' }}
      schema={schema}
      shown={['by', 'reason']}
      save={({ by, reason }) => adjustStock(product.id, by ?? 0, reason)}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: productsQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <p className="tabular-nums">{t('stockIs', { count: now })}</p>
      <div className="grid grid-cols-[8rem_1fr] items-start gap-4">
        <FormNumber name="by" label={t('stockBy')} autoFocus />
        <FormText name="reason" label={t('stockReason')} placeholder={t('stockReasonExample')} />
      </div>
      <After now={now} />
    </FormDialog>
  )
}

function After({ now }: { now: number }) {
  const t = useTranslations('catalog')
  const by = useFormContext<Values>().watch('by')
  const after = now + (by ?? 0)
  return (
    <p aria-live="polite" className="min-h-6 text-sm text-soft tabular-nums">
      {by ? (after < 0 ? t('stockTooFew') : t('stockThen', { count: after })) : t('stockByHint')}
    </p>
  )
}
