'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { measure, operatorQuery, type Operator } from '../api'
import { megabytes } from '../model'

/** How an operator was when its daily work looked last; it can be looked at anew. */
export function HealthCard({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const format = useFormat()
  const { row } = operator
  const instant = (at: string | null) => at && format.instant(at, 'UTC')
  const count = (value: number | null) => value !== null && format.number(value)
  return (
    <Card title={t('health')} actions={<Measure account={row.id} />}>
      <KeyValues
        rows={[
          [t('lastSale'), instant(row.last_sale_at)],
          [t('errors'), count(row.error_cnt) || '–'],
          [t('plugins'), count(row.failing_plugin_cnt) || '–'],
          [t('jobs'), count(row.stuck_job_cnt) || '–'],
          [t('size'), row.schema_bytes === null ? null : `${format.number(megabytes(row.schema_bytes))} MB`],
          [t('measured'), row.measured_at ? instant(row.measured_at) : t('notMeasured')],
        ]}
      />
    </Card>
  )
}

function Measure({ account }: { account: number }) {
  const t = useTranslations('operators')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const run = useMutation({
    mutationFn: () => measure(account),
    onSuccess: (found) => queries.setQueryData(operatorQuery(account).queryKey, found),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button size="sm" look="quiet" onPress={() => run.mutate()} isPending={run.isPending}>
      <RefreshCw aria-hidden className="size-4" />
      {t('measure')}
    </Button>
  )
}
