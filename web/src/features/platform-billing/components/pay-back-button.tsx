'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { operatorQuery, payBack, type DeskOperator } from '../api'

/** A credit goes back to the card that paid. */
export function PayBackButton({ found }: { found: DeskOperator }) {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: () => payBack(found.account_id),
    onSuccess: (answer) => {
      queries.setQueryData(operatorQuery(found.account_id).queryKey, answer)
      setAsking(false)
      toast.success(answer.billing.balance > found.billing.balance ? t('paidBack') : t('payingBack'))
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <>
      <Button size="sm" onPress={() => setAsking(true)}>
        {t('payBack')}
      </Button>
      <ConfirmDialog
        title={t('payBackTitle', { amount: format.money(-found.billing.balance, found.billing.currency) })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change.mutate()}
        confirmLabel={t('payBack')}
        isPending={change.isPending}
      >
        <p>{t('payBackText')}</p>
      </ConfirmDialog>
    </>
  )
}
