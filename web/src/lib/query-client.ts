import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { href, match, platformRouteAt, splitLocale } from '@/routes'
import { forgetSession } from './kept-session'

/** What the sign-in screen is asked to do for a reader who cannot go on: sign in, or set up a second step. */
const ways: Record<string, string> = { unauthenticated: '', second_factor_required: 'enroll=1' }

/** A demonstration that began anew says so at its sign-in. */
const wayOf = (error: ApiError) => (error.detail['reason'] === 'demo_reset' ? 'demo=reset' : ways[error.code])

/** Send a reader whose session ended, or who needs a second step first, to the door; back here afterwards. */
function leaveWhenSignedOut(error: Error) {
  const way = error instanceof ApiError ? wayOf(error) : undefined
  if (way === undefined) return
  forgetSession()
  const { pathname, search } = window.location
  const door = platformRouteAt(pathname) ? 'platformSignin' : 'signin'
  if (match(door, pathname)) return
  const { locale, path } = splitLocale(pathname)
  const next = path === '/' ? '' : `next=${encodeURIComponent(pathname + search)}`
  const query = [way, next].filter(Boolean).join('&')
  window.location.replace(href(door, {}, locale) + (query && `?${query}`))
}

/** Failures of the client's own making (4xx) are answers; only the network and the server are tried again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isAnswer = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !isAnswer && failures < 2
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 15_000 } },
  })
}
