import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CustomFieldIn } from '@/api/models'

export const fieldsQuery = (isArchived: boolean) =>
  queryOptions({
    queryKey: ['setup', 'customFields', isArchived],
    queryFn: () =>
      dataOf(api.GET('/api/customFields/get', { params: { query: { is_archived: isArchived } } })).then(
        (answer) => answer.customFields,
      ),
  })

export const saveField = (body: CustomFieldIn) => dataOf(api.POST('/api/customField/save', { body }))

export const archiveField = (customField: number) =>
  dataOf(api.POST('/api/customField/{customField}/archive', { params: { path: { customField } } }))

export const restoreField = (customField: number) =>
  dataOf(api.POST('/api/customField/{customField}/restore', { params: { path: { customField } } }))

export const reorderFields = (ids: number[]) => dataOf(api.POST('/setup/customFields/reorder', { body: { ids } }))
