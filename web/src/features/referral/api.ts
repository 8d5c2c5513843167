import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: () => dataOf(api.GET('/api/userAvatars/referral')),
})

export const createReferral = () => dataOf(api.POST('/api/userAvatars/referral/create'))
