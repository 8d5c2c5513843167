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
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/lib/toast'
import { addCard, cardSetupQuery, cardsQuery } from '../api'
import type { TabProps } from './types'

/** Keep a card of a reseller: typed into the gateway's own fields, so that its number never passes through here. */
export function AddCardDialog({ reseller, isFirst, onClose }: TabProps & { isFirst: boolean; onClose: () => void }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const [fields] = useState(() => new Slot<Fields>())
  const [isReady, setReady] = useState(false)
  const [nickname, setNickname] = useState('')
  const [isDefault, setDefault] = useState(isFirst)
  const setup = useQuery(cardSetupQuery(reseller.id))
  const keep = useKeepCard({ reseller, fields, nickname, isDefault, onClose })
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
  return (
    <Dialog title={t('addCard')} isOpen onClose={onClose} footer={footer} isDismissable={!keep.isPending}>
      <div className="space-y-5">
        <p className="text-soft text-pretty">{t('addCardText')}</p>
        {setup.error && <Refused error={setup.error} onRetry={() => void setup.refetch()} />}
        {setup.data ? <CardFields intent={setup.data} fields={fields} onReady={setReady} /> : !setup.error && <Bones />}
        <TextField
          label={t('cardName')}
          hint={t('cardNameHint')}
          maxLength={80}
          value={nickname}
          onChange={setNickname}
        />
        <Switch isSelected={isDefault} onChange={setDefault} hint={t('defaultCardHint')}>
          {t('makeDefault')}
        </Switch>
        {keep.error && !(keep.error instanceof Unfinished) && <Refused error={keep.error} />}
      </div>
    </Dialog>
  )
}

type Keeping = TabProps & { fields: Slot<Fields>; nickname: string; isDefault: boolean; onClose: () => void }

/** The gateway keeps the card, then we note what tells it apart; what the bank asks is answered in between. */
function useKeepCard({ reseller, fields, nickname, isDefault, onClose }: Keeping) {
  const t = useTranslations('resellers')
  const queries = useQueryClient()
  // Once the gateway keeps it, another press must not have it keep one more.
  const [kept, setKept] = useState<string | null>(null)
  return useMutation({
    mutationFn: async () => {
      const method = kept ?? (await confirm(fields))
      setKept(method)
      return addCard(reseller.id, { payment_method_id: method, nickname: nickname.trim(), is_default: isDefault })
    },
    onSuccess: (cards) => {
      queries.setQueryData(cardsQuery(reseller.id).queryKey, cards)
      onClose()
      toast.success(t('cardAdded'))
    },
  })
}

async function confirm(fields: Slot<Fields>): Promise<string> {
  const drawn = fields.content
  if (!drawn) throw new Error('The fields are not there.')
  const { stripe, elements } = drawn
  const confirmParams = { return_url: location.href }
  const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams })
  if (error) throw refusal(error)
  if (setupIntent?.status !== 'succeeded' || !setupIntent.payment_method) {
    throw new ApiError(402, { code: 'card_declined', message: '', detail: {} })
  }
  return setupIntent.payment_method
}

function Refused({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTranslations('pay')
  return (
    <Notice tone="bad">
      <FailureText error={error} />
      {onRetry && (
        <Button size="sm" className="mt-2" onPress={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </Notice>
  )
}
