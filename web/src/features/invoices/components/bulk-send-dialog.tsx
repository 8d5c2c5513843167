'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkTarget } from '@/components/table/model'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { sendMany } from '@/components/invoices/api'
import { useRefusal } from '@/components/invoices/use-words'

type Props = { target: BulkTarget; onClose: () => void; onStarted: (job: number) => void }

/** Send the chosen invoices that wait for it, each to its partner. */
export function BulkSendDialog({ target, onClose, onStarted }: Props) {
  const t = useTranslations('invoices')
  const refusal = useRefusal()
  const [message, setMessage] = useState('')
  const send = useMutation({
    mutationFn: () => sendMany(target, message.trim()),
    onSuccess: (job) => onStarted(job.id),
  })
  const { isPending } = send
  const footer = (
    <>
      <Button onPress={onClose} isDisabled={isPending}>
        {t('cancel')}
      </Button>
      <Button look="primary" onPress={() => send.mutate()} isPending={isPending}>
        {t('send')}
      </Button>
    </>
  )
  const title = t('bulkSendTitle', { count: target.cnt })
  return (
    <Dialog title={title} isOpen onClose={onClose} footer={footer} isDismissable={!isPending}>
      <div className="space-y-5">
        <p className="text-soft text-pretty">{t('bulkSendText')}</p>
        <TextField
          label={t('message')}
          hint={t('messageHint')}
          rows={4}
          maxLength={2000}
          value={message}
          onChange={setMessage}
        />
        {send.error && <Notice tone="bad">{refusal(send.error)}</Notice>}
      </div>
    </Dialog>
  )
}
