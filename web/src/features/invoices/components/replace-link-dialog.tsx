'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { replaceLink, type Invoice } from '@/components/invoices/api'
import { useSave } from './use-save'

const schema = z.object({})

/** Give an invoice another address to be paid at; the old one opens nothing then. */
export function ReplaceLinkDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  const { tried, done } = useSave(invoice, onClose)
  return (
    <FormDialog
      title={t('replaceLinkTitle', { number: invoice.number ?? '' })}
      values={{}}
      schema={schema}
      shown={[]}
      label={t('replaceLink')}
      save={() => tried(replaceLink(invoice))}
      onSaved={(saved) => done(saved, t('linkReplaced'))}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{t('replaceLinkText')}</p>
    </FormDialog>
  )
}
