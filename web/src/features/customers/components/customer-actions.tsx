'use client'
import { late } from '@/lib/late'
import { Download, EllipsisVertical, GitMerge, Pencil, Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { exportPerson } from '../api'

const AnonymiseDialog = late(() => import('./anonymise-dialog').then((file) => file.AnonymiseDialog))
const CustomerDrawer = late(() => import('./customer-drawer').then((file) => file.CustomerDrawer))
const DeleteDialog = late(() => import('./delete-dialog').then((file) => file.DeleteDialog))
const FindDialog = late(() => import('./find-dialog').then((file) => file.FindDialog))

type Open = 'edit' | 'merge' | 'anonymise' | 'delete' | null
type Props = { customer: CustomerFull; name: string }

/** What can be done with a customer, as far as the role allows. */
export function CustomerActions({ customer, name }: Props) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const entries = useEntries(customer, setOpen)
  return (
    <>
      {useCan('customer.edit') && (
        <Button onPress={() => setOpen('edit')}>
          <Pencil aria-hidden className="size-4" />
          {common('edit')}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu label={t('more')} entries={entries}>
          <IconButton label={t('more')}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        </Menu>
      )}
      {open === 'edit' && <CustomerDrawer customer={customer} onClose={close} />}
      {open === 'merge' && <FindDialog customer={customer} onClose={close} />}
      {open === 'anonymise' && <AnonymiseDialog customer={customer} name={name} onClose={close} />}
      {open === 'delete' && <DeleteDialog customer={customer} name={name} onClose={close} />}
    </>
  )
}

function useEntries(customer: CustomerFull, setOpen: (open: Open) => void): MenuEntry[] {
  const t = useTranslations('customers')
  const download = useExport(customer.id)
  const may = { merge: useCan('customer.merge'), export: useCan('export'), delete: useCan('customer.delete') }
  const { trips, messages, cards } = customer.counts
  const isEmpty = trips + messages + cards + customer.merges.length === 0
  const icon = 'size-4'
  const entries: (MenuEntry | false)[] = [
    may.merge && {
      id: 'merge',
      label: t('mergeWith'),
      icon: <GitMerge aria-hidden className={icon} />,
      onAction: () => setOpen('merge'),
    },
    may.export && {
      id: 'export',
      label: t('exportPerson'),
      icon: <Download aria-hidden className={icon} />,
      onAction: download,
    },
    may.delete && {
      id: 'anonymise',
      label: t('anonymise'),
      icon: <UserX aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => setOpen('anonymise'),
    },
    may.delete &&
      isEmpty && {
        id: 'delete',
        label: t('deletePerson'),
        icon: <Trash2 aria-hidden className={icon} />,
        onAction: () => setOpen('delete'),
      },
  ]
  return entries.filter((entry) => entry !== false)
}

function useExport(id: number) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  return () =>
    exportPerson(id).then(
      () => toast.success(t('exportDone')),
      (error: unknown) => toast.error(common('failedTitle'), { description: errorText(error) }),
    )
}
