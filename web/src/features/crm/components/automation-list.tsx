'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ReorderList } from '@/components/ui/reorder-list'
import { useErrorText } from '@/components/ui/states'
import { dotted } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { reorderAutomations } from '../crm-api'
import { useTemplateName } from '../names'
import { inGivenOrder, type Trigger } from '../offsets'
import { useWhen } from '../span'
import type { Automation } from '../types'
import { AutomationRow } from './automation-line'

type Props = {
  trigger: Trigger
  automations: Automation[]
  experience?: number
  onEdit: (automation: Automation) => void
}

/** The messages of one trigger in an order people choose: by drag, or with the arrow keys on a handle. */
export function AutomationList({ trigger, automations, experience, onEdit }: Props) {
  const t = useTranslations('crm')
  const when = useWhen()
  const nameOf = useTemplateName()
  const { order, ids } = useOrder(trigger, experience)
  const rows = inGivenOrder(automations, ids)
  const items = rows.map((automation) => ({
    id: automation.id,
    name: dotted([when(automation), nameOf(automation.template)]),
    automation,
  }))
  if (items.length === 0) return null
  return (
    <ReorderList
      isBare
      label={t('orderOf', { trigger: t(`trigger_${trigger}`) })}
      items={items}
      isDisabled={items.length < 2}
      onReorder={(next) => order(next)}
      row={({ automation }) => <AutomationRow automation={automation} onEdit={() => onEdit(automation)} />}
    />
  )
}

/** Keeps an order; what was chosen shows before the server says so. */
function useOrder(trigger: Trigger, experience_id: number | undefined) {
  const t = useTranslations('crm')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (ids: number[]) => reorderAutomations({ trigger, experience_id: experience_id ?? null, ids }),
    onSuccess: () => toast.success(t('orderSaved'), { id: 'automation-order' }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['setup', 'automations'] }),
  })
  return { order: change.mutate, ids: change.isPending ? change.variables : [] }
}
