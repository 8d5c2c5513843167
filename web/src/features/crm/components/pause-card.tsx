'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { crmSettingsQuery, pauseMessages } from '../crm-api'

function usePause() {
  const t = useTranslations('crm')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: pauseMessages,
    onError: (error: Error) => toast.error(errorText(error)),
    onSuccess: (_, isPaused) => toast.success(t(isPaused ? 'paused' : 'resumed')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: crmSettingsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: ['setup', 'planned'] }),
      ]),
  })
}

/** Says on every part of the screen that nothing goes out automatically, and since when. */
export function PauseNotice() {
  const t = useTranslations('crm')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const { data } = useQuery(crmSettingsQuery)
  const pause = usePause()
  if (!data?.is_paused) return null
  return (
    <div className="pb-4">
      <Notice tone="warn">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>
            {data.paused_at ? t('pausedSince', { when: format.instant(data.paused_at, zone) }) : t('isPaused')}
          </span>
          <Button size="sm" onPress={() => pause.mutate(false)} isPending={pause.isPending}>
            {t('resume')}
          </Button>
        </span>
      </Notice>
    </div>
  )
}

/** One switch for everything that goes out automatically, and what it means. */
export function PauseCard() {
  const t = useTranslations('crm')
  const { data } = useQuery(crmSettingsQuery)
  const pause = usePause()
  return (
    <Card title={t('pauseTitle')}>
      <Switch
        isSelected={pause.isPending ? pause.variables : (data?.is_paused ?? false)}
        onChange={(isPaused) => pause.mutate(isPaused)}
        isDisabled={!data}
        hint={t('pauseHint')}
      >
        {t('pause')}
      </Switch>
    </Card>
  )
}
