'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { Dialog } from '@/components/ui/dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { closingPdf, closingQuery, type Closing } from '../api'
import { usePlace } from '../use-place'

/** A day's money in a few lines, and all of it on paper. */
export function ClosingDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payouts')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const { today } = usePlace()
  const [day, setDay] = useState(today)
  const { data, error } = useQuery(closingQuery(day))
  const print = useMutation({
    mutationFn: () => closingPdf(day),
    onSuccess: (file) => void window.open(URL.createObjectURL(file), '_blank', 'noreferrer'),
    onError: (failure) => toast.error(errorText(failure)),
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('close')}</Button>
      <Button look="primary" onPress={() => print.mutate()} isPending={print.isPending}>
        <FileText aria-hidden className="size-4" />
        {t('closingPaper')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('closing')} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-5">
        <DateField label={t('day')} value={day} today={today} onChange={(next) => next && setDay(next)} />
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
        {data ? <Summary closing={data} /> : !error && <Skeleton className="h-40" />}
      </div>
    </Dialog>
  )
}

function Summary({ closing }: { closing: Closing }) {
  const t = useTranslations('payouts')
  const format = useFormat()
  const own = closing.currency
  const sum = (key: 'payment_amount' | 'refund_amount' | 'tip_amount') =>
    closing.methods.filter((one) => one.currency === own).reduce((total, one) => total + one[key], 0)
  const cash = closing.drawers
    .filter((one) => one.currency === own)
    .reduce((total, one) => total + one.expected_amount, 0)
  const rounding = closing.totals[own]?.rounding_amount ?? 0
  const commission = closing.commission.find((one) => one.currency === own)?.net_amount ?? 0
  const money = (amount: number) => <span className="tabular-nums">{format.money(amount, own)}</span>
  return (
    <>
      {!closing.is_over && <Notice tone="info">{t('dayIsOn')}</Notice>}
      <KeyValues
        rows={[
          [t('closingIn'), money(sum('payment_amount'))],
          [t('closingBack'), money(-sum('refund_amount'))],
          [t('closingTips'), money(sum('tip_amount'))],
          [t('closingCash'), money(cash)],
          ...(rounding === 0 ? [] : [[t('closingRounding'), money(rounding)] as [string, ReactNode]]),
          ...(commission === 0 ? [] : [[t('closingCommission'), money(commission)] as [string, ReactNode]]),
          [t('closingCards'), money(closing.gift_cards.liability_amount)],
        ]}
      />
    </>
  )
}
