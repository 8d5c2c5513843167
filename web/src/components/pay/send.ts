import { api, ApiError, dataOf } from '@/api/client'
import type { Attempts } from './attempts'

type At = Record<string, string | number>

/** Post something under a key: the same thing posted again before it was answered happens once. */
export async function postOnce<T>(attempts: Attempts, path: string, at: At, body: object): Promise<T> {
  const name = path + JSON.stringify(at)
  const headers = { 'Idempotency-Key': attempts.keyFor(name, body) }
  try {
    const answer = await dataOf(api.POST(path as '/api/trip/save', { params: { path: at }, body, headers } as never))
    attempts.settle(name)
    return answer as T
  } catch (error) {
    if (error instanceof ApiError && isAnswer(error)) attempts.settle(name)
    throw error
  }
}

/** Whether the server decided about it; a lost connection or a server in trouble may have done it all the same. */
const isAnswer = ({ status, code }: ApiError) =>
  status >= 400 && status < 500 && code !== 'already_running' && status !== 429

export function readAt<T>(path: string, at: At = {}, query: object = {}): Promise<T> {
  return dataOf(api.GET(path as '/api/trip/{trip}/get', { params: { path: at, query } } as never)) as never
}
