'use client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelPush } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { SimpleTable } from '@/components/ui/simple-table'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { pushesQuery, retryPushes, type PushFilter } from '../api'
import { known, pushStates, tones } from '../model'
import type { TabProps } from './types'
import { Paged } from './paged'
import { useWhen } from './state-badge'

/** The days a channel was told of, and those it has to be. */
export default function PushesTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const [state, setState] = useState<PushFilter>('')
  const query = useInfiniteQuery(pushesQuery(connection.id, state))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const mayRetry = useCan('reseller.manage')
  return (
    <div className="space-y-4">
      {connection.breaker.error && <Notice tone="warn">{connection.breaker.error}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label={t('state')}
          isLabelHidden
          value={state}
          onChange={setState}
          options={[
            { id: '' as const, name: `${t('state')}: ${t('any')}` },
            ...pushStates.map((id) => ({ id, name: t(`push_${id}`) })),
          ]}
        />
        {mayRetry && <Retry connection={connection} />}
      </div>
      <Paged query={query} isEmpty={rows.length === 0} icon={<Send aria-hidden />} title={t('noPushes')}>
        <Rows rows={rows} />
      </Paged>
    </div>
  )
}

function Retry({ connection }: TabProps) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const retry = useMutation({
    mutationFn: () => retryPushes(connection.id),
    onSuccess: ({ count }) => {
      toast.success(t('toldAgain', { count }))
      void queries.invalidateQueries({ queryKey: ['channels'] })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button onPress={() => retry.mutate()} isPending={retry.isPending}>
      {t('tellAgain')}
    </Button>
  )
}

function Rows({ rows }: { rows: ChannelPush[] }) {
  const t = useTranslations('channels')
  const cell = useCell()
  const columns = [
    { id: 'date', name: t('day'), isRowHeader: true },
    { id: 'product', name: t('product') },
    { id: 'state', name: t('state') },
    { id: 'attempts', name: t('attempts'), align: 'end' as const },
    { id: 'when', name: t('at') },
  ]
  const phone = (push: ChannelPush) => (
    <span className="block space-y-1">
      <span className="flex justify-between gap-3">
        {cell(push, 'date')}
        {cell(push, 'state')}
      </span>
      <span className="block">{cell(push, 'product')}</span>
    </span>
  )
  return <SimpleTable label={t('tab_pushes')} columns={columns} rows={rows} cell={cell} phone={phone} />
}

function useCell() {
  const t = useTranslations('channels')
  const format = useFormat()
  const when = useWhen()
  return (push: ChannelPush, column: string) => {
    if (column === 'date') return <span className="whitespace-nowrap">{format.day(push.date, 'medium')}</span>
    if (column === 'product')
      return <code className="block min-w-48 text-xs break-all">{`${push.product_ref} ${push.option_ref}`}</code>
    if (column === 'attempts') return push.attempts
    if (column === 'when') return <span className="whitespace-nowrap">{when(push.sent_at ?? push.due_at)}</span>
    return (
      <span>
        <Badge tone={tones[push.state] ?? 'neutral'}>{t(`push_${known(pushStates, push.state)}`)}</Badge>
        {push.error && <span className="mt-1 block text-xs text-bad">{push.error}</span>}
      </span>
    )
  }
}
