import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Bulletin, BulletinIn } from '@/api/platform-models'

export const newsQuery = queryOptions({
  queryKey: ['platform', 'news'],
  queryFn: () => dataOf(api.GET('/api/platform/news/get')),
})

export const saveNews = (body: BulletinIn) => dataOf(api.POST('/api/platform/news/save', { body }))

const change = ({ id, version }: Bulletin) => ({ params: { path: { bulletin: id } }, body: { version } })

export const publishNews = (item: Bulletin) => dataOf(api.POST('/api/platform/news/{bulletin}/publish', change(item)))

export const withdrawNews = (item: Bulletin) => dataOf(api.POST('/api/platform/news/{bulletin}/withdraw', change(item)))
