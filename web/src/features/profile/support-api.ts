import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

export type SupportConsent = components['schemas']['SupportConsentOut']

/** Support's question, or the consent that is open here. */
export const supportQuery = queryOptions({
  queryKey: ['setup', 'support'],
  queryFn: () => dataOf(api.GET('/api/setup/support/get')),
})

export const grantSupport = (body: components['schemas']['SupportGrantIn']) =>
  dataOf(api.POST('/api/setup/support/grant', { body }))
export const refuseSupport = () => dataOf(api.POST('/api/setup/support/refuse'))
export const endSupport = () => dataOf(api.POST('/api/setup/support/end'))
