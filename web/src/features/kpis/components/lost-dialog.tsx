'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { SalesDeal } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { moveDeal } from '../api'

const schema = z.looseObject({ lost_reason: rules.name(160) })
const shown = ['lost_reason']

/** Why a deal was lost; without a reason it is not. */
export function LostDialog({ deal, onClose }: { deal: SalesDeal; onClose: () => void }) {
  const t = useTranslations('kpis')
  const queries = useQueryClient()
  return (
    <FormDialog<{ lost_reason: string }, SalesDeal>
      title={t('lostTitle', { name: deal.name })}
      values={{ lost_reason: '' }}
      schema={schema}
      shown={shown}
      save={({ lost_reason }) => moveDeal(deal, 'lost', lost_reason)}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: ['kpis'] })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="lost_reason" label={t('lostReason')} autoFocus />
    </FormDialog>
  )
}
