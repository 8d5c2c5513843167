'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Plugin } from '@/api/models'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Card, PageBody } from '@/components/ui/page-header'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/lib/toast'
import { useRoute } from '@/lib/use-route'
import { pluginQuery, pluginsQuery, switchPlugin } from '../api'
import { Actions } from './actions'
import { Calls } from './calls'
import { Connection } from './connection'
import { Health } from './health'
import { SettingsForm } from './settings-form'

/** One plugin: on or off, its settings, whether it is well, what went between us lately. */
export function PluginScreen() {
  const slug = useRoute('plugin')?.plugin ?? ''
  const { data, error, refetch } = useQuery(pluginQuery(slug))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return data ? <Whole key={slug} plugin={data} /> : <ScreenSkeleton />
}

function Whole({ plugin }: { plugin: Plugin }) {
  const t = useTranslations('plugins')
  return (
    <PageBody width="narrow">
      <SetupHeader
        page="plugin"
        title={plugin.title}
        text={t('version', { version: plugin.version })}
        parents={[{ to: 'plugins', params: {}, label: t('title') }]}
      />
      <div className="space-y-5">
        <Card>
          <OnOff plugin={plugin} />
          {plugin.is_enabled && <Health slug={plugin.slug} />}
        </Card>
        {plugin.connection && <Connection plugin={plugin} connection={plugin.connection} />}
        {plugin.fields.length > 0 && <SettingsForm plugin={plugin} />}
        {plugin.is_enabled && plugin.actions.length > 0 && <Actions plugin={plugin} />}
        <Calls calls={plugin.calls} />
      </div>
    </PageBody>
  )
}

function OnOff({ plugin }: { plugin: Plugin }) {
  const t = useTranslations('plugins')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = pluginQuery(plugin.slug)
  const change = useMutation({
    mutationFn: (isOn: boolean) => switchPlugin(plugin.slug, isOn),
    onMutate: (isOn) => queries.setQueryData(queryKey, { ...plugin, is_enabled: isOn }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: (error) => {
      queries.setQueryData(queryKey, plugin)
      toast.error(errorText(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pluginsQuery.queryKey }),
  })
  return (
    <Switch isSelected={plugin.is_enabled} onChange={(isOn) => change.mutate(isOn)} hint={t('switchHint')}>
      {plugin.is_enabled ? t('on') : t('off')}
    </Switch>
  )
}
