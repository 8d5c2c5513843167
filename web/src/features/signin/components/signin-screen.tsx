'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useGo } from '@/lib/use-go'
import { useTitle } from '@/lib/use-title'
import { useQueryParam } from '@/lib/use-route'
import { signIn } from '../api'
import { safeNext } from '../next-address'
import { SigninForm } from './signin-form'
import { SigninFrame } from './signin-frame'

/** The door of the back office: e-mail and password, or the one-time code that sign-up hands over. */
export function SigninScreen() {
  const t = useTranslations('signin')
  const code = useQueryParam('code')
  const next = safeNext(useQueryParam('next'))
  const { mutate, error, isError } = useSignin(code, next)
  useTitle(t('title'))

  const isWaitingForCode = code && !isError
  return (
    <SigninFrame>
      <div>
        <h1 className="text-2xl font-semibold">{isWaitingForCode ? t('openingTitle') : t('title')}</h1>
        {next && !code && <p className="mt-1 text-soft">{t('continueText')}</p>}
      </div>
      {isWaitingForCode ? (
        <div role="status" aria-label={t('openingTitle')} className="space-y-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : (
        <>
          {code && isError && <Notice tone="warn">{t('codeUsed')}</Notice>}
          <SigninForm
            error={code ? null : error}
            onSubmit={(values, settled) => mutate(values, { onSettled: settled })}
          />
        </>
      )}
    </SigninFrame>
  )
}

/** Signs in and goes on; a one-time code from the address is handed in by itself, once. */
function useSignin(code: string | null, next: string | null) {
  const queries = useQueryClient()
  const go = useGo()
  const signin = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      queries.clear()
      if (next) window.location.replace(next)
      else go('manifest', {}, { replace: true })
    },
  })
  const { mutate } = signin
  const sentCode = useRef<string>(null)
  useEffect(() => {
    if (!code || sentCode.current === code) return
    sentCode.current = code
    mutate({ one_time_code: code })
  }, [code, mutate])
  return signin
}
