import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { SignupAccountIn, SignupInit, SignupRegisterIn } from '@/api/models'

const everyHalfSecond = 400

/** Where a sign-up stands; asked again and again while the operator is being made. */
export const signupQuery = (token: string, locale: string) =>
  queryOptions({
    queryKey: ['signup', token],
    queryFn: () =>
      dataOf(api.GET('/signup/init', { params: { query: { locale, ...(token && { signup_token: token }) } } })),
    staleTime: Infinity,
    refetchInterval: (query) => (isMaking(query.state.data) ? everyHalfSecond : false),
  })

export function isMaking(init: SignupInit | undefined): boolean {
  return init?.state === 'provisioning'
}

export const startSignup = (body: SignupAccountIn) => dataOf(api.POST('/signup/account', { body }))

export const confirmEmail = (signup_token: string, code: string) =>
  dataOf(api.POST('/signup/confirm-email', { body: { signup_token, code } }))

export const domainQuery = (signup_token: string, slug: string) =>
  queryOptions({
    queryKey: ['signup-domain', slug],
    queryFn: () => dataOf(api.POST('/signup/validate-domain', { body: { signup_token, slug } })),
    enabled: slug !== '',
    staleTime: 10_000,
  })

export const register = (body: SignupRegisterIn) => dataOf(api.POST('/signup/register', { body }))

export const openAccount = (signup_token: string) => dataOf(api.POST('/signup/signin', { body: { signup_token } }))
