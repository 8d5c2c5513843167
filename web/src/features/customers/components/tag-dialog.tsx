'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkTarget } from '@/components/table/model'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { TagField } from '@/components/ui/tag-field'
import { toast } from '@/lib/toast'
import { tagCustomers } from '../api'
import { useRenew } from '../use-renew'

type Props = { target: BulkTarget; onClose: () => void; onDone: () => void }

/** Give many customers tags at once, and take some away; can be turned round. */
export function TagDialog({ target, onClose, onDone }: Props) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const renew = useRenew()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const run = useMutation({
    mutationFn: () => tagCustomers(target, add, remove),
    onSuccess: (count) => {
      onDone()
      toast.success(count === null ? t('bulkStarted') : t('tagDone', { count }))
      void renew()
    },
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button
        look="primary"
        onPress={() => run.mutate()}
        isPending={run.isPending}
        isDisabled={add.length + remove.length === 0}
      >
        {common('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('tagTitle', { count: target.cnt })} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-5">
        {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
        <TagField label={t('tagAdd')} value={add} onChange={setAdd} />
        <TagField label={t('tagRemove')} value={remove} onChange={setRemove} />
      </div>
    </Dialog>
  )
}
