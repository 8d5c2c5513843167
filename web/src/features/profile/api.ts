import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { MeIn, SecondFactorFor } from '@/api/models'

export const meQuery = queryOptions({ queryKey: ['me', 'profile'], queryFn: () => dataOf(api.GET('/api/me/get')) })
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: () => dataOf(api.GET('/api/me/sessions')),
})
export const policyQuery = queryOptions({
  queryKey: ['setup', 'security'],
  queryFn: () => dataOf(api.GET('/api/setup/security/get')),
})

export const saveMe = (body: MeIn) => dataOf(api.POST('/api/me/save', { body }))
export const askEmail = (email: string) => dataOf(api.POST('/api/me/email', { body: { email } }))
export const confirmEmail = (token: string) => dataOf(api.POST('/api/me/email/confirm', { body: { token } }))
export const changePassword = (password: string) => dataOf(api.POST('/api/me/password', { body: { password } }))
export const removeTotp = () => dataOf(api.POST('/api/me/totp/remove'))
export const renewCodes = () => dataOf(api.POST('/api/me/recoveryCodes/renew'))
export const removePasskey = (passkey: number) =>
  dataOf(api.POST('/api/me/passkey/{passkey}/remove', { params: { path: { passkey } } }))
export const savePin = (pin: string) => dataOf(api.POST('/api/me/pin/save', { body: { pin } }))
export const removePin = () => dataOf(api.POST('/api/me/pin/remove'))
export const renamePasskey = ({ id, name }: { id: number; name: string }) =>
  dataOf(api.POST('/api/me/passkey/{passkey}/rename', { params: { path: { passkey: id } }, body: { name } }))
export const endSession = (session: number) =>
  dataOf(api.POST('/api/me/session/{session}/end', { params: { path: { session } } }))
export const endOtherSessions = () => dataOf(api.POST('/api/me/sessions/endOthers'))
export const savePolicy = (second_factor_for: SecondFactorFor) =>
  dataOf(api.POST('/api/setup/security/save', { body: { second_factor_for } }))

/** Ask the server again for everything about oneself. */
export function useRenewMe() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['me'] })
}
