import { api, dataOf } from '@/api/client'

type Credentials = { email: string; password: string } | { one_time_code: string }

export const signIn = (body: Credentials) => dataOf(api.POST('/api/login', { body }))

/** Sign in on the platform's own host: it answers with the door of the operator, or several to choose from. */
export const signInAnywhere = (body: { email: string; password: string; slug?: string }) =>
  dataOf(api.POST('/signup/signin', { body }))
