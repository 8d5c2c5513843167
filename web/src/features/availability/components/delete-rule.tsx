'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { deleteRule, editPreviewQuery, ruleQuery, useRefreshDepartures } from '../api'
import { Consequences } from './consequences'

type Props = { rule: AvailabilityRule; onClose: () => void }

/** Asks before a rule goes, with what goes along and what stays because guests are booked. */
export function DeleteRule({ rule, onClose }: Props) {
  const t = useTranslations('availability')
  const errorText = useErrorText()
  // Ending a rule takes out the same departures as deleting it.
  const ended = useMemo(() => ({ date_from: rule.date_from, status: 'ended' as const }), [rule.date_from])
  const { data: out, error } = useQuery(editPreviewQuery(rule.id, ended))
  const remove = useDelete(rule)
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={t('delete')}
      isDanger
      isPending={remove.isPending}
    >
      {!out && !error && <Skeleton className="h-12" />}
      {out && <p>{t('deleteRemoves', { count: out.removed_cnt })}</p>}
      {out && <Consequences out={out} capacity={null} lostTitle={t('deleteKeeps', { count: out.kept_cnt })} />}
      {(error ?? remove.error) && <Notice tone="bad">{errorText(error ?? remove.error)}</Notice>}
    </ConfirmDialog>
  )
}

function useDelete(rule: AvailabilityRule) {
  const t = useTranslations('availability')
  const queries = useQueryClient()
  const refresh = useRefreshDepartures()
  const go = useGo()
  return useMutation({
    mutationFn: () => deleteRule(rule.id, rule.version),
    onSuccess: (out) => {
      go('experienceDates', { experience: String(rule.experience_id) }, { replace: true })
      queries.removeQueries({ queryKey: ruleQuery(String(rule.id)).queryKey })
      refresh(rule.experience_id)
      toast.success(out.rule ? t('endedInstead') : t('deleted'))
    },
  })
}
