'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useQueryParam } from '@/lib/use-route'
import { collectingQuery, onboard, type Collecting } from '../api'
import { AccountState } from './account-state'

/** Whose account the money goes to, whether it may, and what is still missing. */
export default function AccountTab() {
  const { data, error, refetch } = useQuery(collectingQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 max-w-3xl" />
  return (
    <div className="max-w-3xl space-y-5">
      <Back collecting={data} />
      <Connection collecting={data} />
      <OwnKeys collecting={data} />
    </div>
  )
}

/** What somebody who comes back from the payment service wants to know first. */
function Back({ collecting }: { collecting: Collecting }) {
  const t = useTranslations('payments')
  const back = useQueryParam('onboarding')
  if (back === 'again') return <Notice tone="warn">{t('linkExpired')}</Notice>
  if (back !== 'done' || !collecting.account) return null
  return (
    <Notice tone={collecting.account.is_details_submitted ? 'info' : 'warn'}>
      {t(collecting.account.is_details_submitted ? 'backDone' : 'backOpen')}
    </Notice>
  )
}

function Connection({ collecting }: { collecting: Collecting }) {
  const t = useTranslations('payments')
  const { mode, is_test, can_connect, account, problem } = collecting
  return (
    <Card
      title={t('account')}
      actions={
        is_test !== null && <Badge tone={is_test ? 'warn' : 'good'}>{t(is_test ? 'testMode' : 'liveMode')}</Badge>
      }
    >
      <div className="space-y-5">
        <div>
          <p className="font-medium">{t(`mode_${mode}`)}</p>
          <p className="mt-1 text-pretty text-soft">{t(`mode_${mode}_note`)}</p>
        </div>
        {is_test && <p className="text-sm text-faint">{t('testModeNote')}</p>}
        {problem && <Notice tone="bad">{t(problem === 'not_configured' ? 'noKeys' : 'noAnswer')}</Notice>}
        {account && <AccountState account={account} isConnecting={mode === 'connecting'} />}
        {can_connect && <Onboard hasAccount={mode !== 'shared'} isDone={!!account?.is_details_submitted} />}
      </div>
    </Card>
  )
}

function Onboard({ hasAccount, isDone }: { hasAccount: boolean; isDone: boolean }) {
  const t = useTranslations('payments')
  const errorText = useErrorText()
  const go = useMutation({ mutationFn: onboard, onSuccess: (url) => window.location.assign(url) })
  const label = hasAccount ? (isDone ? 'accountChange' : 'accountGoOn') : 'accountBegin'
  return (
    <div className="space-y-3">
      {go.error && <Notice tone="bad">{errorText(go.error)}</Notice>}
      <Button
        look={isDone ? 'secondary' : 'primary'}
        onPress={() => go.mutate()}
        isPending={go.isPending || go.isSuccess}
      >
        {t(label)}
        <ExternalLink aria-hidden className="size-4" />
      </Button>
      <Hint>{t('accountHint')}</Hint>
    </div>
  )
}

function OwnKeys({ collecting }: { collecting: Collecting }) {
  const t = useTranslations('payments')
  return (
    <Card title={t('ownKeys')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Hint>{t('ownKeysText')}</Hint>
        <AppLink to="plugin" params={{ plugin: collecting.provider ?? 'stripe' }} className={buttonClass()}>
          {t(collecting.mode === 'own' ? 'ownKeysChange' : 'ownKeysUse')}
        </AppLink>
      </div>
    </Card>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-sm text-pretty text-soft">{children}</p>
}
