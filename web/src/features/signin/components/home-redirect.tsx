'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/api/client'
import { ErrorState } from '@/components/ui/states'
import { homeOf } from '@/lib/home'
import { chosenLanguage } from '@/lib/languages'
import { sessionQuery } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { href, localize, splitLocale } from '@/routes'
import { SigninFrame } from './signin-frame'

/** The bare address of an operator: to where they begin for who is signed in, to the door for the rest. */
export function HomeRedirect() {
  const { data, error, refetch } = useQuery(sessionQuery)
  const go = useGo()
  const isSignedOut = error instanceof ApiError && error.code === 'unauthenticated'
  useEffect(() => {
    if (!data) return
    const home = homeOf(data)
    const { pathname } = window.location
    const chosen = splitLocale(pathname).path === pathname ? chosenLanguage() : null
    // An address without a language opens in the one that was chosen here; its words come with a new page.
    if (chosen && chosen !== 'en') window.location.replace(localize(href(home, {}), chosen))
    else go(home, {}, { replace: true })
  }, [data, go])
  if (error && !isSignedOut) return <ErrorState error={error} onRetry={refetch} />
  return <SigninFrame />
}
