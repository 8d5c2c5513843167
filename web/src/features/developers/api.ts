import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ApiKeyIn, ApiKeys, WebhookEndpoint, WebhookEndpointIn, Webhooks } from '@/api/models'

/** For so long what was replaced stays good. */
const overlap = { overlap_hours: 24 }

export const keysQuery = queryOptions({
  queryKey: ['setup', 'apiKeys'],
  queryFn: () => dataOf(api.GET('/api/apiKeys/get')),
})

export const webhooksQuery = queryOptions({
  queryKey: ['setup', 'webhooks'],
  queryFn: () => dataOf(api.GET('/api/webhooks/get')),
})

export const deliveriesQuery = (webhookEndpoint: number) =>
  infiniteQueryOptions({
    queryKey: ['setup', 'webhooks', webhookEndpoint, 'deliveries'],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/api/webhooks/{webhookEndpoint}/deliveries/get', {
          params: { path: { webhookEndpoint }, query: { before: pageParam } },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

export const keepKeys = (queries: QueryClient, keys: ApiKeys) => queries.setQueryData(keysQuery.queryKey, keys)

export const keepWebhooks = (queries: QueryClient, webhooks: Webhooks) =>
  queries.setQueryData(webhooksQuery.queryKey, webhooks)

export const createKey = (body: ApiKeyIn) => dataOf(api.POST('/api/apiKeys/create', { body }))

export const rotateKey = (apiKey: number) =>
  dataOf(api.POST('/api/apiKeys/{apiKey}/rotate', { params: { path: { apiKey } }, body: overlap }))

export const revokeKey = (apiKey: number) =>
  dataOf(api.POST('/api/apiKeys/{apiKey}/revoke', { params: { path: { apiKey } } }))

export const createEndpoint = (body: WebhookEndpointIn) => dataOf(api.POST('/api/webhooks/create', { body }))

export const saveEndpoint = ({ id, version }: WebhookEndpoint, body: WebhookEndpointIn) =>
  dataOf(
    api.POST('/api/webhooks/{webhookEndpoint}/save', {
      params: { path: { webhookEndpoint: id } },
      body: { ...body, version },
    }),
  )

export const rotateSecret = (webhookEndpoint: number) =>
  dataOf(api.POST('/api/webhooks/{webhookEndpoint}/rotate', { params: { path: { webhookEndpoint } }, body: overlap }))

export const deleteEndpoint = (webhookEndpoint: number) =>
  dataOf(api.POST('/api/webhooks/{webhookEndpoint}/delete', { params: { path: { webhookEndpoint } } }))

export const testEndpoint = (webhookEndpoint: number) =>
  dataOf(api.POST('/api/webhooks/{webhookEndpoint}/test', { params: { path: { webhookEndpoint } } }))

export const replay = (webhookEndpoint: number, webhookDelivery: number) =>
  dataOf(
    api.POST('/api/webhooks/{webhookEndpoint}/delivery/{webhookDelivery}/replay', {
      params: { path: { webhookEndpoint, webhookDelivery } },
    }),
  )

export const replayFailed = (webhookEndpoint: number) =>
  dataOf(api.POST('/api/webhooks/{webhookEndpoint}/replayFailed', { params: { path: { webhookEndpoint } } }))
