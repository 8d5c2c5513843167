'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/lib/toast'
import { useTranslations } from 'use-intl'
import type { ManifestBooking } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { manifestQuery, saveStatus } from './api'
import { bookingsOf, statusOf, withRestored, withStatus, type CheckState } from './model'

export type Change = { orderId: number; bookingIds: number[]; to: CheckState; who: string; isUndo?: boolean }

const mutationKey = ['manifest', 'status']

/** Change the status of guests at once on the screen, with Undo; a refusal puts them back and says why. */
export function useCheckIn(date: string) {
  const t = useTranslations('manifest')
  const errorText = useErrorText()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const { queryKey } = manifestQuery(date)

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `manifest-${date}` },
    mutationFn: ({ orderId, bookingIds, to }: Change) => {
      const manifest = queries.getQueryData(queryKey)
      if (!manifest) throw new Error('The manifest is not loaded.')
      return saveStatus({ orderId, bookingIds, to, statusId: statusOf(manifest, to).id })
    },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      const manifest = queries.getQueryData(queryKey)
      if (!manifest) return { before: [] as ManifestBooking[] }
      const status = statusOf(manifest, change.to)
      queries.setQueryData(queryKey, withStatus(manifest, change.bookingIds, status, new Date().toISOString()))
      const before = bookingsOf(manifest, change.bookingIds)
      announce(change, () => mutate({ ...change, to: statusBefore(before), isUndo: true }))
      return { before }
    },
    onError: (error, change, context) => {
      queries.setQueryData(queryKey, (now) => now && context && withRestored(now, context.before))
      toast.error(t('notSaved', { who: change.who }), {
        id: toastId(change),
        description: errorText(error),
      })
    },
    onSettled: () => {
      // While other taps are still on their way, the server's list would take them back on the screen.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey })
    },
  })

  return mutate
}

/** Tell what was done, with Undo unless it was one. */
function useAnnounce() {
  const t = useTranslations('manifest')
  return (change: Change, onUndo: () => void) =>
    toast.success(t(`done_${change.to}`, { who: change.who, count: change.bookingIds.length }), {
      id: toastId(change),
      action: change.isUndo ? undefined : { label: t('undo'), onClick: onUndo },
    })
}

const toastId = (change: Change) => `order-${change.orderId}`

function statusBefore(before: ManifestBooking[]): CheckState {
  if (before.some((booking) => booking.bookingStatus.slug === 'no_show')) return 'no_show'
  return before.some((booking) => booking.checked_in_at) ? 'checked_in' : 'not_checked_in'
}
