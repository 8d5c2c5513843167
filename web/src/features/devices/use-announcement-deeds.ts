'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { announcementsQuery, archiveAnnouncement, reorderAnnouncements } from './announcements-api'

type Archiving = { id: number; isArchived: boolean }

/** Puts announcements away and back, and into another order, which shows before the server says so. */
export function useAnnouncementDeeds() {
  const t = useTranslations('announcements')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const onError = (error: Error) => void toast.error(errorText(error))
  const onSettled = () => queries.invalidateQueries({ queryKey: announcementsQuery.queryKey })
  const archive = useMutation({
    mutationFn: ({ id, isArchived }: Archiving) => archiveAnnouncement(id, isArchived),
    onSuccess: (row, { id, isArchived }) =>
      void toast.success(t(isArchived ? 'wasArchived' : 'wasRestored'), {
        action: isArchived ? { label: t('undo'), onClick: () => archive.mutate({ id, isArchived: false }) } : undefined,
      }),
    onError,
    onSettled,
  })
  const order = useMutation({ mutationFn: reorderAnnouncements, onError, onSettled })
  return { archive, order: order.mutate, ids: order.isPending ? order.variables : [] }
}
