'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { editNote, type Invoice } from '@/components/invoices/api'
import { useSave } from './use-save'

const schema = z.object({ note: rules.trimmed(2000) })

/** What an invoice says below its lines. */
export function NoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  const { tried, done } = useSave(invoice, onClose)
  return (
    <FormDialog
      title={t(invoice.note ? 'editNote' : 'addNote')}
      values={{ note: invoice.note }}
      schema={schema}
      shown={['note']}
      save={({ note }) => tried(editNote(invoice, note))}
      onSaved={(saved) => done(saved)}
      onClose={onClose}
    >
      <FormText name="note" label={t('note')} hint={t('noteHint')} rows={5} autoFocus />
    </FormDialog>
  )
}
