'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ChannelProblem, Connection, ConnectionState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { connectionQuery, connectionsQuery, setState } from '../api'

const next: Record<string, ConnectionState[]> = {
  draft: ['live', 'testing'],
  testing: ['live', 'paused'],
  live: ['paused'],
  paused: ['live', 'testing'],
}

/** Whether a connection answers, what is missing before it may, and the way there. */
export function GoLive({ connection, mayChange }: { connection: Connection; mayChange: boolean }) {
  const t = useTranslations('channels')
  const change = useSetState(connection)
  return (
    <Card title={t('goLive')}>
      <div className="space-y-4">
        <p className="text-soft">{t(`text_${stateOf(connection.state)}`)}</p>
        <Problems problems={connection.problems} />
        {mayChange && (
          <div className="flex flex-wrap gap-3">
            {(next[connection.state] ?? []).map((state) => (
              <Button
                key={state}
                look={state === 'live' ? 'primary' : undefined}
                onPress={() => change.mutate(state)}
                isPending={change.isPending && change.variables === state}
                isDisabled={state === 'live' && connection.problems.length > 0}
              >
                {t(`to_${state as 'live' | 'testing' | 'paused'}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

const stateOf = (state: string) => (['draft', 'testing', 'live'] as const).find((one) => one === state) ?? 'paused'

/** What a check found, each with what it is about; in the words of whoever checked. */
export function Problems({ problems }: { problems: ChannelProblem[] }) {
  const t = useTranslations('channels')
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-good">
        <CircleCheck aria-hidden className="size-4 shrink-0" /> {t('nothingMissing')}
      </p>
    )
  }
  return (
    <ul className="space-y-2 text-sm">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.about} ${problem.message}`} className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="min-w-0 break-words">
            {problem.message}
            {problem.about && <span className="text-faint"> · {problem.about}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function useSetState(connection: Connection) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = connectionQuery(connection.id)
  return useMutation({
    mutationFn: (state: ConnectionState) => setState(connection.id, state),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer)
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    },
    onError: (error) => {
      toast.error(errorText(error))
      void queries.invalidateQueries({ queryKey })
    },
  })
}
