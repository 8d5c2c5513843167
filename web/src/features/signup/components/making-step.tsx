'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { localizeUrl } from '@/routes'
import { openAccount, signupQuery } from '../api'
import { forget } from '../memory'
import type { StepProps } from './types'
import { StepHead } from './step-head'

/** The operator is being made, visibly; then its door opens by itself. */
export function MakingStep({ memory }: StepProps) {
  const t = useTranslations('signup')
  const errorText = useErrorText()
  const { data: init } = useQuery(signupQuery(memory.token, useLocale()))
  const open = useOpen(memory.token)
  const isReady = init?.state === 'ready' || init?.state === 'consumed'
  const wasOpened = useRef(false)
  const { mutate } = open
  useEffect(() => {
    if (!isReady || wasOpened.current) return
    wasOpened.current = true
    mutate()
  }, [isReady, mutate])
  return (
    <div className="flex flex-col gap-5">
      <StepHead title={isReady ? t('readyTitle') : t('makingTitle')} text={t('makingText')} />
      <ol role="status" className="space-y-3">
        {init?.progress?.steps.map((step) => (
          <ProgressLine key={step.slug} slug={step.slug} label={step.label} state={isReady ? 'done' : step.state} />
        ))}
      </ol>
      {open.error && (
        <Notice tone="bad">
          <p>{errorText(open.error)}</p>
          {init?.account && (
            <a className="mt-2 inline-block font-medium underline" href={`${init.account.url}/signin`}>
              {t('goSignIn')}
            </a>
          )}
        </Notice>
      )}
      {open.error && (
        <Button onPress={() => open.mutate()} isPending={open.isPending} className="self-start">
          {t('openNow')}
        </Button>
      )}
    </div>
  )
}

const named = ['schema', 'lookups', 'owner', 'domain', 'plugins', 'ready'] as const

function ProgressLine({ slug, label, state }: { slug: string; label: string; state: string }) {
  const t = useTranslations('signup')
  const name = named.find((one) => one === slug)
  const Icon = state === 'done' ? CircleCheck : state === 'running' ? LoaderCircle : Circle
  const tone = state === 'done' ? 'text-good' : state === 'running' ? 'animate-spin text-accent' : 'text-line-strong'
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden className={`size-5 ${tone}`} />
      <span className={state === 'done' ? '' : 'text-soft'}>{name ? t(`making_${name}`) : label}</span>
    </li>
  )
}

function useOpen(token: string) {
  const locale = useLocale()
  return useMutation({
    mutationFn: () => openAccount(token),
    onSuccess: ({ redirect_url }) => {
      forget()
      if (redirect_url) window.location.assign(localizeUrl(redirect_url, locale))
    },
  })
}
