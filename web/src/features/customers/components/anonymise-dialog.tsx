'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnonymisePreview, CustomerFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { deleteCustomers, previewQuery } from '../api'
import { useReasons } from '../use-reasons'
import { useRenew } from '../use-renew'

type Props = { customer: CustomerFull; name: string; onClose: () => void }

/** The right to be forgotten: says exactly what goes and what stays, or why it cannot be done yet. */
export function AnonymiseDialog({ customer, name, onClose }: Props) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const reasons = useReasons()
  const { data, error } = useQuery(previewQuery(customer.id))
  if (data && data.reasons.length === 0) return <Confirm preview={data} name={name} onClose={onClose} />
  return (
    <Dialog
      size="sm"
      title={data ? t('cannotAnonymise', { name }) : t('anonymiseTitle', { name })}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{common('close')}</Button>}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && <p className="text-soft text-pretty">{reasons(data.reasons)}</p>}
    </Dialog>
  )
}

function Confirm({ preview, name, onClose }: { preview: AnonymisePreview; name: string; onClose: () => void }) {
  const t = useTranslations('customers')
  const errorText = useErrorText()
  const renew = useRenew()
  const run = useMutation({
    mutationFn: () => deleteCustomers([preview.customer_id], 'anonymise'),
    onSuccess: async () => {
      onClose()
      toast.success(t('anonymised', { name }))
      await renew()
    },
  })
  return (
    <ConfirmDialog
      title={t('anonymiseTitle', { name })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t('anonymiseDo')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
      <p>{t('anonymiseText')}</p>
      <WhatGoes preview={preview} />
      <p>{t('anonymiseKeeps')}</p>
      {preview.kept_guest_cnt > 0 && <p>{t('anonymiseKeptGuests', { count: preview.kept_guest_cnt })}</p>}
    </ConfirmDialog>
  )
}

const counted = ['merged', 'trips', 'guests', 'notes', 'messages', 'calls', 'cards'] as const

function WhatGoes({ preview }: { preview: AnonymisePreview }) {
  const t = useTranslations('customers')
  const counts = {
    merged: preview.merged_cnt,
    trips: preview.trip_cnt,
    guests: preview.guest_cnt,
    notes: preview.note_cnt,
    messages: preview.message_cnt,
    calls: preview.call_cnt,
    cards: preview.card_cnt,
  }
  return (
    <ul className="list-disc space-y-1 ps-5">
      <li>{t('anonymise_profile')}</li>
      {counted.map((one) => counts[one] > 0 && <li key={one}>{t(`anonymise_${one}`, { count: counts[one] })}</li>)}
    </ul>
  )
}
