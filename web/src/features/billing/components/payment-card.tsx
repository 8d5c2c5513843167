'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Billing } from '@/api/billing-models'
import { Button } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { billingQuery, payNow, statementsQuery } from '../api'
import { AddCardDialog } from './add-card-dialog'

/** What is owed, and the card that pays it. */
export function PaymentCard({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const format = useFormat()
  const [isAdding, setAdding] = useState(false)
  const pay = usePay()
  const owes = billing.balance > 0
  const card = billing.card
  return (
    <Card title={t('payment')}>
      <KeyValues
        rows={[
          [owes ? t('due') : t('balance'), format.money(billing.balance, billing.currency)],
          [
            t('method'),
            billing.pays_by === 'transfer'
              ? t('transfer')
              : card
                ? t('cardLine', { brand: card.brand, last4: card.last4, exp: card.exp })
                : t('noCard'),
          ],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        {owes && card && (
          <Button look="primary" isPending={pay.isPending} onPress={() => pay.mutate()}>
            {t('pay', { amount: format.money(billing.balance, billing.currency) })}
          </Button>
        )}
        <Button look={owes && !card ? 'primary' : undefined} onPress={() => setAdding(true)}>
          {card ? t('replaceCard') : t('addCard')}
        </Button>
      </div>
      {isAdding && <AddCardDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

function usePay() {
  const t = useTranslations('billing')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: payNow,
    onSuccess: (payment) => {
      if (payment.status === 'failed') toast.error(t('declined'))
      else toast.success(payment.status === 'succeeded' ? t('paid') : t('processing'))
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () =>
      Promise.all([billingQuery, statementsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  })
}
