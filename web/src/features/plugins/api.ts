import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { PluginValues } from '@/api/models'

export const pluginsQuery = queryOptions({
  queryKey: ['setup', 'plugins'],
  queryFn: () => dataOf(api.GET('/api/plugins/get')).then((answer) => answer.plugins),
})

export const pluginQuery = (plugin: string) =>
  queryOptions({
    queryKey: ['setup', 'plugin', plugin],
    queryFn: () =>
      dataOf(api.GET('/api/plugin/{plugin}/get', { params: { path: { plugin } } })).then((answer) => answer.plugin),
  })

const at = (plugin: string) => ({ params: { path: { plugin } } })

export const switchPlugin = (plugin: string, isOn: boolean) =>
  dataOf(
    isOn ? api.POST('/api/plugin/{plugin}/enable', at(plugin)) : api.POST('/api/plugin/{plugin}/disable', at(plugin)),
  ).then((answer) => answer.plugin)

export const savePlugin = (plugin: string, values: PluginValues) =>
  dataOf(api.POST('/api/plugin/{plugin}/settings/save', { ...at(plugin), body: { values } })).then(
    (answer) => answer.plugin,
  )

export const disconnectPlugin = (plugin: string) =>
  dataOf(api.POST('/api/plugin/{plugin}/disconnect', at(plugin))).then((answer) => answer.plugin)

/** What a field can be, as the plugin's partner says; asked anew whenever the page is opened. */
export const choicesQuery = (plugin: string, field: string) =>
  queryOptions({
    queryKey: ['setup', 'plugin', plugin, 'choices', field],
    queryFn: () =>
      dataOf(api.GET('/api/plugin/{plugin}/choices/{field}/get', { params: { path: { plugin, field } } })).then(
        (answer) => answer.choices,
      ),
    retry: false,
  })

export const runAction = (plugin: string, action: string) =>
  dataOf(api.POST('/api/plugin/{plugin}/action/{action}/run', { params: { path: { plugin, action } } }))

export const checkPlugin = (plugin: string) => dataOf(api.POST('/api/plugin/{plugin}/health/check', at(plugin)))
