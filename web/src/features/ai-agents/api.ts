import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AgentConsentIn, AgentSettingsIn, AgentTokenIn, Agents } from '@/api/models'

export const agentsQuery = queryOptions({
  queryKey: ['setup', 'aiAgents'],
  queryFn: () => dataOf(api.GET('/api/aiAgents/get')),
})

export const actionsQuery = (refused: boolean) =>
  infiniteQueryOptions({
    queryKey: ['setup', 'aiAgents', 'actions', refused],
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/aiAgents/actions/get', { params: { query: { before: pageParam, refused } } })),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  })

export const keepAgents = (queries: QueryClient, agents: Agents) => queries.setQueryData(agentsQuery.queryKey, agents)

export const saveSettings = (body: AgentSettingsIn) => dataOf(api.POST('/api/aiAgents/settings/save', { body }))

export const createToken = (body: AgentTokenIn) => dataOf(api.POST('/api/aiAgents/token/create', { body }))

export const rotateToken = (agentToken: number) =>
  dataOf(api.POST('/api/aiAgents/token/{agentToken}/rotate', { params: { path: { agentToken } } }))

export const revokeToken = (agentToken: number) =>
  dataOf(api.POST('/api/aiAgents/token/{agentToken}/revoke', { params: { path: { agentToken } } }))

export const revokeAccess = (agentAccess: number) =>
  dataOf(api.POST('/api/aiAgents/access/{agentAccess}/revoke', { params: { path: { agentAccess } } }))

export const consentQuery = (consentRequest: string) =>
  queryOptions({
    queryKey: ['aiAgents', 'consent', consentRequest],
    queryFn: () =>
      dataOf(api.GET('/api/aiAgents/consent/{consentRequest}/get', { params: { path: { consentRequest } } })),
    retry: false,
  })

export const decide = (consentRequest: string, body: AgentConsentIn) =>
  dataOf(api.POST('/api/aiAgents/consent/{consentRequest}/decide', { params: { path: { consentRequest } }, body }))
