import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AutomationOrderIn, AutomationSaveIn, CrmSettingsIn } from '@/api/models'
import type { Automation } from './types'

export const crmSettingsQuery = queryOptions({
  queryKey: ['setup', 'crm'],
  queryFn: () => dataOf(api.GET('/api/crm/settings')),
})

export const saveCrmSettings = (body: CrmSettingsIn) => dataOf(api.POST('/api/crm/settings', { body }))

export const pauseMessages = (is_paused: boolean) => dataOf(api.POST('/api/messages/pause', { body: { is_paused } }))

/** An operator's automations; with an experience those that hold for it, the general ones too. */
export const automationsQuery = (experience_id?: number) =>
  queryOptions({
    queryKey: ['setup', 'automations', experience_id ?? null],
    queryFn: () =>
      dataOf(api.GET('/api/automations/get', { params: { query: { experience_id } } })).then((answer) => ({
        automations: answer.data as Automation[],
        canText: answer.meta.can_text,
      })),
  })

export const saveAutomation = (body: AutomationSaveIn) => dataOf(api.POST('/api/automation/save', { body }))

export const reorderAutomations = (body: AutomationOrderIn) => dataOf(api.POST('/api/automations/reorder', { body }))

export const archiveAutomation = (automation: number) =>
  dataOf(api.POST('/api/automation/{automation}/archive', { params: { path: { automation } }, body: {} }))

export const plannedDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['setup', 'planned', from, to],
    queryFn: () =>
      dataOf(api.GET('/api/messages/planned/get', { params: { query: { from, to } } })).then((answer) => answer.days),
    placeholderData: keepPreviousData,
  })

/** The messages of one day, page after page. */
export const plannedRowsQuery = (day: string) =>
  infiniteQueryOptions({
    queryKey: ['setup', 'planned', 'day', day],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/api/messages/planned/get', {
          params: { query: { from: day, to: day, day, cursor: pageParam || undefined } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  })

/** Keeps a planned message from going out. */
export const holdBack = (message: number) =>
  dataOf(api.POST('/trip/messages/cancel/{message}', { params: { path: { message } } }))
