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
  const queries = useQueryClient()
  const go = useGo()
  const { mutate, error, isError } = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      queries.clear()
      if (next) window.location.replace(next)
      else go('manifest', {}, { replace: true })
    },
  })
  useTitle(t('title'))
  const sentCode = useRef<string>(null)
  useEffect(() => {
    if (!code || sentCode.current === code) return
    sentCode.current = code
    mutate({ one_time_code: code })
  }, [code, mutate])

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
