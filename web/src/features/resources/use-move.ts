'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RescheduleIn, ResourceUse } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { moveUse } from './api'
import { refusalOf } from './timeline'

export type Aim = { start_at: string; end_at: string; resource_id: number }
type Asked = { use: ResourceUse; body: RescheduleIn }
export type Refused = { text: string; asked: Asked }

const shown = ['resource-timeline', 'calendar', 'manifest', 'experience-departures']

/**
 * Move uses of resources. What only a blackout forbids waits in `refused` for `force` or `leave`; whatever else
 * speaks against it is told and nothing moves. A move can be taken back.
 */
export function useMove(onMoved?: () => void) {
  const t = useTranslations('resources')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [refused, setRefused] = useState<Refused | null>(null)
  const renew = () => Promise.all(shown.map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const change = useMutation({
    mutationFn: ({ body }: Asked) => moveUse(body),
    onSuccess: (_, { use, body }) => {
      setRefused(null)
      const isBack = body.resource_id === use.resource_id && body.start_at === use.start_at
      const back = () => change.mutate({ use, body: bodyOf(use, use, true) })
      toast.success(
        isBack ? t('movedBack') : t('moved'),
        isBack ? {} : { action: { label: common('undo'), onClick: back } },
      )
      onMoved?.()
    },
    onError: (error, asked) => {
      const refusal = refusalOf(error)
      if (refusal?.canForce) setRefused({ text: refusal.text, asked })
      else toast.error(t('notMoved'), { description: refusal?.text ?? errorText(error) })
    },
    onSettled: renew,
  })
  return {
    start: (use: ResourceUse, aim: Aim) => change.mutate({ use, body: bodyOf(use, aim, false) }),
    force: () => refused && change.mutate({ ...refused.asked, body: { ...refused.asked.body, force: true } }),
    leave: () => setRefused(null),
    refused,
    isPending: change.isPending,
  }
}

const bodyOf = (use: ResourceUse, { start_at, end_at, resource_id }: Aim, force: boolean): RescheduleIn => ({
  booking_resource_id: use.id,
  start_at,
  end_at,
  resource_id,
  force,
})
