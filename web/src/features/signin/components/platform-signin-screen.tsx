'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSignOutOfPlatform } from '@/components/platform/sign-out'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { platformDoor, type Answer } from '../api'
import { safeNext } from '../next-address'
import { Enroll } from './enroll'
import { SigninFrame } from './signin-frame'
import { SigninSteps } from './signin-steps'

/** The door of the platform's desk. Who has no second step yet sets one up before anything else. */
export function PlatformSigninScreen() {
  const t = useTranslations('platform')
  const next = safeNext(useQueryParam('next'))
  const [mustEnroll, setMustEnroll] = useState(useQueryParam('enroll') !== null)
  const queries = useQueryClient()
  const go = useGo()
  const signOut = useSignOutOfPlatform()
  useTitle(t('title'))
  const enter = () => {
    queries.clear()
    if (next) window.location.replace(next)
    else go('platformOperators', {}, { replace: true })
  }
  const onEntered = (answer: Answer) => (answer.next === 'enroll' ? setMustEnroll(true) : enter())
  const leave = () => void signOut().then(() => setMustEnroll(false))
  return (
    <SigninFrame>
      {mustEnroll ? (
        <Enroll onDone={enter} onSignOut={leave} />
      ) : (
        <SigninSteps door={platformDoor} onEntered={onEntered} text={t('signinText')} />
      )}
    </SigninFrame>
  )
}
