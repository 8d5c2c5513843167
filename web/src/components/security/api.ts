import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import { makePasskey, type Json } from '@/lib/passkeys'

export const securityQuery = queryOptions({
  queryKey: ['me', 'security'],
  queryFn: () => dataOf(api.GET('/api/me/security')),
})

export const startTotp = () => dataOf(api.POST('/api/me/totp/start'))
export const confirmTotp = (code: string) => dataOf(api.POST('/api/me/totp/confirm', { body: { code } }))

/** Make a passkey in the browser and keep it; null when the person changed their mind. */
export async function addPasskey(name: string) {
  const { publicKey } = await dataOf(api.POST('/api/me/passkeys/options'))
  const credential = await makePasskey(publicKey as Json)
  if (!credential) return null
  return dataOf(api.POST('/api/me/passkeys/add', { body: { name, credential } }))
}

export type Proof = { password: string } | { otp: string } | { credential: Json }
export const confirmIdentity = (proof: Proof) => dataOf(api.POST('/api/me/confirm', { body: proof }))
export const confirmOptions = () => dataOf(api.POST('/api/me/confirm/options'))

/** Ask the server again for what is shown about one's own security. */
export function useRenewSecurity() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['me'] })
}
