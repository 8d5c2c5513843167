'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { deferCredits, type Invoice } from '@/components/invoices/api'
import { useRefusal } from '@/components/invoices/use-words'
import { useSave } from './use-save'

/** Why an invoice can't be sent as it stands, and the way out. */
export function SendProblem({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const refusal = useRefusal()
  const mayManage = useCan('invoice.manage')
  const { tried, done } = useSave(invoice, () => undefined)
  const defer = useMutation({
    mutationFn: () => tried(deferCredits(invoice)),
    onSuccess: (saved) => done(saved, t('creditsDeferred')),
    onError: (error) => toast.error(refusal(error)),
  })
  const problem = invoice.send_problem
  if (!problem) return null
  if (problem.code === 'nothing_to_invoice') return <Notice tone="warn">{t('refused_nothing_to_invoice')}</Notice>
  const money = (amount: number) => format.money(amount, invoice.currency)
  return (
    <Notice tone="warn">
      <p>{t('creditsExceed', { credits: money(problem.credit_amount), amount: money(problem.bought_amount) })}</p>
      {mayManage && (
        <Button className="mt-3" onPress={() => defer.mutate()} isPending={defer.isPending}>
          {t('deferCredits')}
        </Button>
      )}
    </Notice>
  )
}
