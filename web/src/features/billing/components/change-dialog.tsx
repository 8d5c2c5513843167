'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Billing, BillingPlan, ChangePreview } from '@/api/billing-models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { keepBilling, previewQuery, takePlan } from '../api'
import { usePlanPrice } from '../plan-price'
import { Lines } from './lines'

type Props = { billing: Billing; plan: BillingPlan; onClose: () => void }

/** Another plan, with exactly what is charged now. */
export function ChangeDialog({ billing, plan, onClose }: Props) {
  const t = useTranslations('billing')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const priceOf = usePlanPrice()
  const preview = useQuery(previewQuery(plan.id))
  const take = useTake({ billing, plan, onClose })
  const seen = preview.data
  const footer = (
    <>
      <Button onPress={onClose} isDisabled={take.isPending}>
        {common('cancel')}
      </Button>
      <Button
        look="primary"
        isDisabled={!seen}
        isPending={take.isPending}
        onPress={() => seen && take.mutate(seen.total)}
      >
        {t('choose', { plan: plan.name })}
      </Button>
    </>
  )
  const error = preview.error ?? take.error
  return (
    <Dialog title={t('changeTitle', { plan: plan.name })} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <p className="font-medium">{priceOf(plan)}</p>
        {seen ? <Seen seen={seen} currency={plan.currency} /> : !error && <Skeleton className="h-20" />}
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
      </div>
    </Dialog>
  )
}

function Seen({ seen, currency }: { seen: ChangePreview; currency: string }) {
  const t = useTranslations('billing')
  const format = useFormat()
  if (!seen.is_now) return <p>{t('changeLater', { day: format.day(seen.starts_on, 'long') })}</p>
  if (seen.lines.length === 0) return <p>{t('changeFree')}</p>
  return <Lines lines={seen.lines} total={seen.total} currency={currency} totalLabel={t('chargedNow')} />
}

function useTake({ billing, plan, onClose }: Props) {
  const t = useTranslations('billing')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (total: number) => takePlan(plan.id, total, billing.subscription?.version),
    onSuccess: (found) => {
      keepBilling(queries, found)
      onClose()
      toast.success(t('changed'))
    },
    // What it costs may be another by now.
    onError: () => void queries.invalidateQueries({ queryKey: ['setup', 'billing'] }),
  })
}
