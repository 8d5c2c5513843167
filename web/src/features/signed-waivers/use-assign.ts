'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { assignWaiver, renewWaivers, unassignWaiver, type WaiverRow } from './api'
import type { Guest } from './model'

/** Let a waiver count for a guest, with Undo for whoever may take it off again. */
export function useAssign(row: WaiverRow, onDone: () => void) {
  const t = useTranslations('waivers')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const mayUndo = useCan('trip.edit')
  const settled = { onSettled: () => renewWaivers(queries) }
  const undo = useMutation({
    mutationFn: (guest: Guest) => unassignWaiver(row.id, guest.id),
    onSuccess: () => toast.success(t('unassigned', { name: row.name })),
    onError: (error) => toast.error(errorText(error)),
    ...settled,
  })
  return useMutation({
    mutationFn: (guest: Guest) => assignWaiver(row.id, guest.id),
    onSuccess: ({ warnings }, guest) => {
      toast.success(t('assigned', { name: row.name, who: guest.name || guest.ticket }), {
        description: warnings.map((one) => one.message).join(' ') || undefined,
        action: mayUndo ? { label: common('undo'), onClick: () => undo.mutate(guest) } : undefined,
      })
      onDone()
    },
    onError: (error) => toast.error(errorText(error)),
    ...settled,
  })
}
