'use client'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTags } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useDebounced } from '@/lib/use-debounced'
import { useFormat } from '@/lib/use-format'
import { previewUrl, sendInvoice, type Invoice } from '@/components/invoices/api'
import { sendSchema, type SendValues } from '../form'
import { useSave } from './use-save'

/** Whoever types a message is left alone for so long before the mail is drawn anew. */
const REST = 600

/** Send an invoice to any number of people, with a word of one's own, seen as they will see it. */
export function SendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { tried, done } = useSave(invoice, onClose)
  const isFirst = invoice.status === 'unsent'
  const to = invoice.sent_to.length ? invoice.sent_to : invoice.billing_emails
  const values: SendValues = { to, cc: [], message: '' }
  return (
    <FormDialog
      title={
        isFirst
          ? t('sendTitle', { name: invoice.reseller.name })
          : t('sendAgainTitle', { number: invoice.number ?? '' })
      }
      size="lg"
      values={values}
      schema={sendSchema}
      shown={['to', 'cc', 'message']}
      label={t('send')}
      save={(typed) => tried(sendInvoice(invoice, typed))}
      onSaved={(saved) =>
        done(saved, t('sentToast', { number: saved.number ?? '', to: format.shortList(saved.sent_to) }))
      }
      onClose={onClose}
    >
      {isFirst && <Notice tone="info">{t('sendText')}</Notice>}
      {to.length === 0 && <Notice tone="warn">{t('noEmailText', { name: invoice.reseller.name })}</Notice>}
      <FormTags name="to" label={t('to')} hint={t('toHint')} />
      <FormTags name="cc" label={t('cc')} />
      <FormText name="message" label={t('message')} hint={t('messageHint')} rows={4} />
      <Preview invoice={invoice} />
    </FormDialog>
  )
}

/** The mail as it goes out, with what is typed in it. */
function Preview({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const [isOpen, setOpen] = useState(false)
  const message = useDebounced(useWatch<SendValues, 'message'>({ name: 'message' }), REST)
  if (!isOpen) return <Button onPress={() => setOpen(true)}>{t('showPreview')}</Button>
  return (
    <div ref={intoView} className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{t('preview')}</h3>
        <Button size="sm" look="quiet" onPress={() => setOpen(false)}>
          {t('hidePreview')}
        </Button>
      </div>
      <iframe
        title={t('preview')}
        src={previewUrl(invoice.id, message)}
        className="h-96 w-full rounded-lg border bg-white"
      />
      <p className="text-sm text-faint">{t('previewText')}</p>
    </div>
  )
}

/** Below the form, nobody who asks for it would see it come. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })
