'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AgentConsent } from '@/api/models'
import { Button } from '@/components/ui/button'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Notice } from '@/components/ui/notice'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useTitle } from '@/lib/use-title'
import { consentQuery, decide } from '../api'
import { staffScopeOf } from '../model'

/** Whether a program may act for who is signed in, and for what. */
export function ConnectScreen() {
  const t = useTranslations('aiAgents')
  const key = useSearchParams().get('request') ?? ''
  const { data, error, refetch } = useQuery({ ...consentQuery(key), enabled: key !== '' })
  useTitle(t('connect'))
  return (
    <PageBody width="narrow">
      <PageHeader title={t('connect')} />
      {!key ? (
        <Notice tone="info">{t('connectNothing')}</Notice>
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Decision request={key} consent={data} />
      ) : (
        <Skeleton className="h-64 rounded-xl" />
      )}
    </PageBody>
  )
}

function Decision({ request, consent }: { request: string; consent: AgentConsent }) {
  const t = useTranslations('aiAgents')
  const errorText = useErrorText()
  const options = consent.scopes.flatMap((id) => {
    const known = staffScopeOf(id)
    return known && !consent.missing.includes(id) ? [{ id, name: t(`scope_${known}`) }] : []
  })
  const [chosen, setChosen] = useState(options.map((one) => one.id))
  const answer = useMutation({
    mutationFn: (is_allowed: boolean) => decide(request, { is_allowed, scopes: is_allowed ? chosen : [] }),
    // The program waits at an address of its own.
    onSuccess: ({ redirect_url }) => window.location.assign(redirect_url),
  })
  return (
    <Card>
      <div className="space-y-5">
        <p className="text-pretty">
          {t('connectText', {
            client: isolate(consent.client),
            person: isolate(consent.person),
            operator: isolate(consent.operator),
          })}
        </p>
        <p className="text-sm text-soft text-pretty">{t('connectWhere', { host: consent.redirect_host })}</p>
        <CheckboxGroup label={t('connectScopes')} options={options} value={chosen} onChange={setChosen} />
        {consent.missing.length > 0 && <Notice tone="info">{t('connectMissing')}</Notice>}
        {answer.isError && <Notice tone="bad">{errorText(answer.error)}</Notice>}
        <Answers isPending={answer.isPending} isNothing={chosen.length === 0} onAnswer={answer.mutate} />
      </div>
    </Card>
  )
}

type AnswersProps = { isPending: boolean; isNothing: boolean; onAnswer: (isAllowed: boolean) => void }

function Answers({ isPending, isNothing, onAnswer }: AnswersProps) {
  const t = useTranslations('aiAgents')
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="primary" onPress={() => onAnswer(true)} isPending={isPending} isDisabled={isNothing}>
        {t('connectAllow')}
      </Button>
      <Button onPress={() => onAnswer(false)} isDisabled={isPending}>
        {t('connectDeny')}
      </Button>
    </div>
  )
}
