'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Plugin, PluginAction } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { pluginQuery, runAction } from '../api'

/** What the plugin can be asked to do. */
export function Actions({ plugin }: { plugin: Plugin }) {
  const t = useTranslations('plugins')
  return (
    <Card title={t('actions')}>
      <ul className="-my-3 divide-y">
        {plugin.actions.map((action) => (
          <ActionLine key={action.name} plugin={plugin} action={action} />
        ))}
      </ul>
    </Card>
  )
}

function ActionLine({ plugin, action }: { plugin: Plugin; action: PluginAction }) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const run = useMutation({
    mutationFn: () => runAction(plugin.slug, action.name),
    onSuccess: (answer) => {
      queries.setQueryData(pluginQuery(plugin.slug).queryKey, answer.plugin)
      toast.success(answer.message)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="text-sm text-soft">{action.help}</p>
        <LastTime action={action} />
      </div>
      <Button onPress={() => run.mutate()} isPending={run.isPending} isDisabled={action.is_running}>
        {action.title}
      </Button>
    </li>
  )
}

function LastTime({ action }: { action: PluginAction }) {
  const t = useTranslations('plugins')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  if (action.is_running) return <p className="text-sm">{t('actionRunning')}</p>
  if (!action.done_at) return null
  const date = format.instant(action.done_at, zone)
  return <p className="text-sm text-faint">{t('actionDone', { date, message: isolate(action.message) })}</p>
}
