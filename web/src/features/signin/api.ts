import { api, dataOf } from '@/api/client'

type Credentials = { email: string; password: string } | { one_time_code: string }

export const signIn = (body: Credentials) => dataOf(api.POST('/api/login', { body }))
