'use client'
import { useMutation } from '@tanstack/react-query'
import {
  Ban,
  Banknote,
  CheckCheck,
  EllipsisVertical,
  FileSpreadsheet,
  FileText,
  Link2Off,
  Percent,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { download, type Format, type Invoice } from '@/components/invoices/api'
import { deedsOf } from '@/components/invoices/model'
import { useRefusal } from '@/components/invoices/use-words'
import { CopyLinkButton } from './copy-link-button'

const DeleteDialog = late(() => import('./delete-dialog').then((file) => file.DeleteDialog))
const DiscountDialog = late(() => import('./discount-dialog').then((file) => file.DiscountDialog))
const PaymentDialog = late(() => import('./payment-dialog').then((file) => file.PaymentDialog))
const ReplaceLinkDialog = late(() => import('./replace-link-dialog').then((file) => file.ReplaceLinkDialog))
const SendDialog = late(() => import('./send-dialog').then((file) => file.SendDialog))
const StatusDialog = late(() => import('./status-dialog').then((file) => file.StatusDialog))

type Deed = 'send' | 'pay' | 'discount' | 'sent' | 'unsent' | 'void' | 'delete' | 'link'
type Props = { invoice: Invoice; onGone: () => void; isNarrow?: boolean }

/** What comes next with an invoice, and everything else that can be done with it. */
export function InvoiceActions({ invoice, onGone, isNarrow = false }: Props) {
  const t = useTranslations('invoices')
  const mayManage = useCan('invoice.manage')
  const [open, setOpen] = useState<Deed | null>(null)
  const get = useDownload(invoice)
  const entries = useEntries(invoice, setOpen, get.mutate, isNarrow)
  const deeds = deedsOf(invoice)
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {mayManage && deeds.send && (
        <Button look="primary" onPress={() => setOpen('send')}>
          <Send aria-hidden className="size-4" />
          {t('send')}
        </Button>
      )}
      {mayManage && deeds.pay && (
        <Button look="primary" onPress={() => setOpen('pay')}>
          <Banknote aria-hidden className="size-4" />
          {t('recordPayment')}
        </Button>
      )}
      {mayManage && deeds.resend && (
        <Button onPress={() => setOpen('send')}>
          <Send aria-hidden className="size-4" />
          {t('sendAgain')}
        </Button>
      )}
      {invoice.payment_url && <CopyLinkButton url={invoice.payment_url} />}
      {!isNarrow && <PdfButton get={get} />}
      <Menu label={t('more')} entries={entries}>
        <IconButton label={t('more')}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      <Dialogs invoice={invoice} open={open} onClose={() => setOpen(null)} onGone={onGone} />
    </div>
  )
}

function PdfButton({ get }: { get: ReturnType<typeof useDownload> }) {
  const t = useTranslations('invoices')
  return (
    <Button onPress={() => get.mutate('pdf')} isPending={get.isPending && get.variables === 'pdf'}>
      <FileText aria-hidden className="size-4" />
      {t('pdf')}
    </Button>
  )
}

function Dialogs({ invoice, open, onClose, onGone }: Props & { open: Deed | null; onClose: () => void }) {
  const shared = { invoice, onClose }
  switch (open) {
    case 'send':
      return <SendDialog {...shared} />
    case 'pay':
      return <PaymentDialog {...shared} />
    case 'discount':
      return <DiscountDialog {...shared} />
    case 'link':
      return <ReplaceLinkDialog {...shared} />
    case 'delete':
      return <DeleteDialog {...shared} onGone={onGone} />
    case 'sent':
    case 'unsent':
    case 'void':
      return <StatusDialog {...shared} status={open} />
    case null:
      return null
  }
}

function useDownload(invoice: Invoice) {
  const refusal = useRefusal()
  return useMutation({
    mutationFn: (format: Format) => download(invoice, format),
    onError: (error) => toast.error(refusal(error)),
  })
}

function useEntries(invoice: Invoice, open: (deed: Deed) => void, get: (format: Format) => void, hasPdf: boolean) {
  const t = useTranslations('invoices')
  const common = useTranslations('common')
  const mayManage = useCan('invoice.manage')
  const deeds = deedsOf(invoice)
  const entry = (id: Deed, label: string, Icon: typeof Ban, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    label,
    icon: <Icon aria-hidden className="size-4" />,
    onAction: () => open(id),
    ...more,
  })
  const file = (id: Format, label: string, Icon: typeof Ban): MenuEntry => ({
    id,
    label,
    icon: <Icon aria-hidden className="size-4" />,
    onAction: () => get(id),
  })
  const discountName = t(invoice.discount.amount > 0 ? 'editDiscount' : 'addDiscount')
  const entries: (MenuEntry | false)[] = [
    hasPdf && file('pdf', t('downloadPdf'), FileText),
    file('xlsx', t('spreadsheet'), FileSpreadsheet),
    mayManage && deeds.discount && entry('discount', discountName, Percent),
    mayManage && deeds.markSent && entry('sent', t('markSent'), CheckCheck),
    mayManage && invoice.payment_url !== null && entry('link', t('replaceLink'), Link2Off),
    mayManage && deeds.takeBack && entry('unsent', t('takeBack'), Undo2),
    mayManage && deeds.void && entry('void', t('void'), Ban, { isAfterLine: true, isDanger: true }),
    mayManage && deeds.remove && entry('delete', common('delete'), Trash2, { isAfterLine: true, isDanger: true }),
  ]
  return entries.filter((one) => one !== false)
}
