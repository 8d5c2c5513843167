import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { SpeechAccountIn } from '@/api/models'

export const accountsQuery = queryOptions({
  queryKey: ['setup', 'speechAccounts'],
  queryFn: () => dataOf(api.GET('/api/textToSpeech/accounts/get')),
})

export const providersQuery = queryOptions({
  queryKey: ['setup', 'speechProviders'],
  queryFn: () => dataOf(api.GET('/api/textToSpeech/providers/get')),
})

export const setAccounts = (accounts: SpeechAccountIn[]) =>
  dataOf(api.POST('/api/textToSpeech/accounts/set', { body: { accounts } }))

export const listVoices = (provider: string, region: string, credentials: Record<string, string>) =>
  dataOf(api.POST('/api/textToSpeech/voices/get', { body: { provider, region, credentials } }))
