'use client'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { dayIn } from '@/lib/dates'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useUndoMerge } from '../use-merge'

const against = ['too_late', 'already_undone', 'merged_since', 'merged_more_since', 'anonymised_since'] as const

type Merge = CustomerFull['merges'][number]

/** Who was merged into this customer, and how long that can be taken back. */
export function MergesCard({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  if (customer.merges.length === 0) return null
  return (
    <Card title={t('merges')}>
      <ul className="divide-y">
        {customer.merges.map((merge) => (
          <Row key={merge.id} merge={merge} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ merge, zone }: { merge: Merge; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const mayMerge = useCan('customer.merge')
  const undo = useUndoMerge()
  const day = (at: string) => format.day(dayIn(zone, new Date(at)), 'medium')
  const names = format.shortList(merge.names.map((name, index) => name || `#${merge.merged_ids[index]}`))
  const reason = against.find((one) => merge.reasons.includes(one))
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 text-sm">
        <p>{t('mergedOn', { names, date: day(merge.merged_at), who: merge.merged_by_name })}</p>
        <p className="text-faint">
          {merge.can_undo ? t('undoUntil', { date: day(merge.undo_until) }) : reason && t(`noUndo_${reason}`)}
        </p>
      </div>
      {merge.can_undo && mayMerge && (
        <Button size="sm" onPress={() => undo.mutate(merge.id)} isPending={undo.isPending}>
          {t('undoMerge')}
        </Button>
      )}
    </li>
  )
}
