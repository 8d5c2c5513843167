import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { WaiverTemplateIn } from '@/api/models'

export const templatesQuery = queryOptions({
  queryKey: ['setup', 'waiverTemplates'],
  queryFn: () => dataOf(api.GET('/api/waiverTemplates/get')).then((answer) => answer.waiverTemplates),
})

export const templateQuery = (waiverTemplate: number) =>
  queryOptions({
    queryKey: ['setup', 'waiverTemplate', waiverTemplate],
    queryFn: () =>
      dataOf(api.GET('/api/waiverTemplate/{waiverTemplate}/get', { params: { path: { waiverTemplate } } })),
  })

export const saveTemplate = (body: WaiverTemplateIn) => dataOf(api.POST('/api/waiverTemplate/save', { body }))

export const archiveTemplate = (waiverTemplate: number) =>
  dataOf(api.POST('/api/waiverTemplate/{waiverTemplate}/archive', { params: { path: { waiverTemplate } } }))

export const restoreTemplate = (waiverTemplate: number) =>
  dataOf(api.POST('/api/waiverTemplate/{waiverTemplate}/restore', { params: { path: { waiverTemplate } } }))
