import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

/** What of all reviews is looked at. */
export const kinds = ['all', 'unanswered', 'negative', 'published'] as const
export type Kind = (typeof kinds)[number]

const filters: Record<Kind, object[]> = {
  all: [],
  unanswered: [{ field: 'is_answered', op: 'eq', value: false }],
  negative: [{ field: 'sentiment', op: 'eq', value: 'negative' }],
  published: [{ field: 'is_published', op: 'eq', value: true }],
}

export const reviewsKey = ['reviews']

export const reviewsQuery = (kind: Kind, search: string) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, kind, search],
    queryFn: ({ pageParam, signal }) => {
      const query = { search, filters: JSON.stringify(filters[kind]), limit: 30, cursor: pageParam }
      return dataOf(api.GET('/api/reviews/get', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor,
  })

const at = (review: number) => ({ params: { path: { review } } })

export const publishReview = (review: number, is_published: boolean) =>
  dataOf(api.POST('/api/review/{review}/publish', { ...at(review), body: { is_published } }))

export const answerReview = (review: number, text: string, is_mailed: boolean) =>
  dataOf(api.POST('/api/review/{review}/answer', { ...at(review), body: { text, is_mailed } }))
