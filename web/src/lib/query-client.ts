import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { href, match, splitLocale } from '@/routes'
import { forgetSession } from './kept-session'

/** Send a reader whose session ended to the sign-in screen, and back here afterwards. */
function leaveWhenSignedOut(error: Error) {
  if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return
  forgetSession()
  const { pathname, search } = window.location
  if (match('signin', pathname)) return
  const { locale, path } = splitLocale(pathname)
  const next = path === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`
  window.location.replace(href('signin', {}, locale) + next)
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
