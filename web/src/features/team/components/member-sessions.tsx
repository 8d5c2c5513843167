'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Member, SessionRow } from '@/api/models'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { endSessions, sessionsQuery } from '../api'

/** Where somebody is signed in at this operator, to end one or all of them. */
export function MemberSessions({ member }: { member: Member }) {
  const t = useTranslations('team')
  const { data, error, refetch } = useQuery(sessionsQuery(member))
  const end = useEnd(member)
  return (
    <Card title={t('sessions')}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.length === 0 && <p className="text-soft">{t('noSessions')}</p>}
      {!!data?.length && (
        <div className="space-y-3">
          <ul className="space-y-3">
            {data.map((row) => (
              <Row key={row.id} row={row} onEnd={() => end.mutate(row.id)} />
            ))}
          </ul>
          {data.length > 1 && (
            <Button size="sm" isPending={end.isPending} onPress={() => end.mutate(null)}>
              {t('endSessions')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function Row({ row, onEnd }: { row: SessionRow; onEnd: () => void }) {
  const t = useTranslations('team')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (
    <li className="flex items-start gap-2 text-sm">
      <div className="min-w-0 grow">
        <p className="font-medium">{t('browserOn', { browser: row.browser, system: row.system })}</p>
        <p className="text-faint">
          {row.ip} · {format.instant(row.last_seen_at, zone)}
        </p>
      </div>
      {!row.is_current && (
        <IconButton label={t('endSession')} onPress={onEnd}>
          <LogOut aria-hidden className="size-4" />
        </IconButton>
      )}
    </li>
  )
}

function useEnd(member: Member) {
  const t = useTranslations('team')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: (id: number | null) => endSessions(member, id),
    onSuccess: ({ ended_cnt }) => toast.success(t('sessionsEnded', { count: ended_cnt })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery(member).queryKey }),
  })
}
