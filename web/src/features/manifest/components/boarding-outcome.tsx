'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnnouncementRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { announcementQuery, isOver, stopAnnouncement } from '../announce-api'

type Props = { title: string; made: AnnouncementRow; onAgain: () => void; onClose: () => void }

const tones = {
  queued: 'neutral',
  playing: 'accent',
  played: 'good',
  stopped: 'neutral',
  failed: 'bad',
  missed: 'warn',
} as const

/** What became of an announcement on each loudspeaker; it can be stopped as long as one speaks. */
export function BoardingOutcome({ title, made, onAgain, onClose }: Props) {
  const t = useTranslations('speech')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const query = announcementQuery(made.id)
  const { data } = useQuery(query)
  const now = data ?? made
  const stop = useMutation({
    mutationFn: () => stopAnnouncement(made.id),
    onSuccess: (stopped) => queries.setQueryData(query.queryKey, stopped),
    onError: (problem) => toast.error(errorText(problem)),
  })
  const footer = (
    <>
      {isOver(now.devices) ? (
        <Button onPress={onAgain}>{t('again')}</Button>
      ) : (
        <Button
          look="danger"
          isPending={stop.isPending}
          isDisabled={now.stopped_at !== null}
          onPress={() => stop.mutate()}
        >
          {t('stop')}
        </Button>
      )}
      <Button look="primary" onPress={onClose}>
        {common('close')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} footer={footer}>
      <States devices={now.devices} />
    </Dialog>
  )
}

function States({ devices }: { devices: AnnouncementRow['devices'] }) {
  const t = useTranslations('speech')
  return (
    <ul aria-label={t('speakers')} aria-live="polite" className="divide-y">
      {devices.map((one) => (
        <li key={one.device_id} className="flex min-h-12 items-center justify-between gap-4">
          <bdi>{one.name}</bdi>
          <Badge tone={tones[one.status]}>{t(`state_${one.status}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
