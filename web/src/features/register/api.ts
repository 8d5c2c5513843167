import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

type AcceptIn = components['schemas']['AcceptIn']

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => dataOf(api.GET('/api/invitation/get', { params: { query: { token } } })),
    staleTime: Infinity,
  })

export const accept = (body: AcceptIn) => dataOf(api.POST('/api/invitation/accept', { body }))

/** What the server says about a password while it is typed. */
export const passwordQuery = (password: string, person: { email: string; name: string }) =>
  queryOptions({
    queryKey: ['password-check', password, person],
    queryFn: () => dataOf(api.POST('/api/password/check', { body: { password, ...person } })),
    enabled: password.length > 0,
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })

export const choicesQuery = queryOptions({
  queryKey: ['account-choices'],
  queryFn: async () => (await dataOf(api.GET('/api/accounts/get'))).accounts,
})

export const enter = async (account: number) =>
  (await dataOf(api.POST('/api/accounts/{account}/enter', { params: { path: { account } } }))).redirect_url
