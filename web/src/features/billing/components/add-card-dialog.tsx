'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Bones, CardFields, type Fields } from '@/components/pay/card-fields'
import { FailureText } from '@/components/pay/failure-text'
import { refusal, Unfinished } from '@/components/pay/settle'
import { Slot } from '@/components/pay/slot'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/lib/toast'
import { cardFormQuery, keepBilling, saveCard } from '../api'

/** A card for the platform's bills, typed into the gateway's own fields. */
export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('billing')
  const common = useTranslations('common')
  const [fields] = useState(() => new Slot<Fields>())
  const [isReady, setReady] = useState(false)
  const form = useQuery(cardFormQuery)
  const keep = useKeep(fields, form.data?.setup_id, onClose)
  const footer = (
    <>
      <Button onPress={onClose} isDisabled={keep.isPending}>
        {common('cancel')}
      </Button>
      <Button look="primary" isDisabled={!isReady} isPending={keep.isPending} onPress={() => keep.mutate()}>
        {t('saveCard')}
      </Button>
    </>
  )
  const error = form.error ?? (keep.error instanceof Unfinished ? null : keep.error)
  return (
    <Dialog title={t('addCard')} isOpen onClose={onClose} footer={footer} isDismissable={!keep.isPending}>
      <div className="space-y-5">
        <p className="text-soft text-pretty">{t('cardText')}</p>
        {form.data ? <CardFields intent={form.data} fields={fields} onReady={setReady} /> : !error && <Bones />}
        {error && (
          <Notice tone="bad">
            <FailureText error={error} />
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function useKeep(fields: Slot<Fields>, setup: string | undefined, onClose: () => void) {
  const t = useTranslations('billing')
  const queries = useQueryClient()
  // Once the gateway keeps it, another press must not have it keep one more.
  const [isKept, setKept] = useState(false)
  return useMutation({
    mutationFn: async () => {
      if (!isKept) await confirm(fields)
      setKept(true)
      return saveCard(setup ?? '')
    },
    onSuccess: (billing) => {
      keepBilling(queries, billing)
      queries.removeQueries({ queryKey: cardFormQuery.queryKey })
      onClose()
      toast.success(t('cardSaved'))
    },
  })
}

async function confirm(fields: Slot<Fields>): Promise<void> {
  const drawn = fields.content
  if (!drawn) throw new Error('The fields are not there.')
  const { stripe, elements } = drawn
  const confirmParams = { return_url: location.href }
  const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams })
  if (error) throw refusal(error)
  if (setupIntent?.status !== 'succeeded') throw new ApiError(402, { code: 'card_declined', message: '', detail: {} })
}
