'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { renewWaivers, voidWaiver, type WaiverRow } from '../api'

const schema = z.object({ reason: rules.name(160) })

/** Let a waiver count for nobody any more; what that means is said before. */
export function VoidDialog({ row, onClose }: { row: WaiverRow; onClose: () => void }) {
  const t = useTranslations('waivers')
  const queries = useQueryClient()
  return (
    <FormDialog<{ reason: string }, WaiverRow>
      title={t('voidTitle', { name: row.name })}
      values={{ reason: '' }}
      schema={schema}
      shown={['reason']}
      deed={t('void')}
      save={({ reason }) => voidWaiver(row.id, reason)}
      onSaved={() => {
        toast.success(t('voided'))
        renewWaivers(queries)
        onClose()
      }}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 ps-5 text-soft">
        {row.is_assigned && <li>{t('voidAgain')}</li>}
        <li>{t('voidKept')}</li>
        <li>{t('voidForever')}</li>
      </ul>
      <FormText name="reason" label={t('reason')} autoFocus />
    </FormDialog>
  )
}
