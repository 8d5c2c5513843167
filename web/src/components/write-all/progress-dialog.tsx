'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isTrouble } from '@/components/threads/message-state'
import { useThreadWords } from '@/components/threads/words'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { mailbox } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { isGoing, progressQuery, takeBack } from './api'
import type { Progress } from './types'

type Props = { job: number; onClose: () => void }

/** How far a message to many has come, with what went wrong; what has not gone can be taken back. */
export function ProgressDialog({ job, onClose }: Props) {
  const t = useTranslations('threads')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(progressQuery(job))
  const back = useMutation({
    mutationFn: () => takeBack(job),
    onSuccess: (now) => queries.setQueryData(progressQuery(job).queryKey, now),
    onError: (problem) => toast.error(errorText(problem)),
  })
  const mayStop = data && isGoing(data) && data.status !== 'cancelled'
  return (
    <Dialog
      title={t('writeAll')}
      size="md"
      isOpen
      onClose={onClose}
      footer={
        <>
          {mayStop && (
            <Button look="destroy" isPending={back.isPending} onPress={() => back.mutate()}>
              {t('stop')}
            </Button>
          )}
          <Button look="primary" onPress={onClose}>
            {t('closeWindow')}
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && <Counts progress={data} />}
    </Dialog>
  )
}

function Counts({ progress }: { progress: Progress }) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const { counts, total_cnt, next_due_at } = progress
  const gone = ['sent', 'delivered', 'opened', 'clicked', 'replied'].reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const written = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const trouble = progress.messages.filter(({ status }) => isTrouble(status) || status === 'suppressed')
  return (
    <div className="space-y-4">
      {isGoing(progress) ? (
        <ProgressBar
          label={t('going', { done: gone, total: total_cnt ?? written })}
          value={gone}
          max={total_cnt ?? written}
        />
      ) : (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden className="size-5" />
          {progress.status === 'cancelled' ? t('stopped', { count: gone }) : t('allGone', { count: gone })}
        </p>
      )}
      <KeyValues rows={Object.entries(counts).map(([status, cnt]) => [words.state(status), format.number(cnt)])} />
      {next_due_at && <Notice tone="warn">{t('waitsForMorning', { when: format.instant(next_due_at, zone) })}</Notice>}
      {trouble.length > 0 && (
        <Notice tone="bad">
          <ul className="list-disc ps-5">
            {trouble.map((one) => (
              <li key={one.id}>
                {mailbox(one.to)}: {one.error || words.state(one.status)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
