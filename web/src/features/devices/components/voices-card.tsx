'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SpeechAccount, SpeechAccountIn, SpeechProvider } from '@/api/models'
import { TestPlay } from '@/components/speech/test-play'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { languageName } from '@/lib/languages'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { accountsQuery, providersQuery, setAccounts } from '../speech-api'
import { withDefault, without } from '../voices'

const VoiceDialog = late(() => import('./voice-dialog').then((file) => file.VoiceDialog))

/** Who reads announcements out: voices of providers, and the browser where there is none. */
export function VoicesCard() {
  const t = useTranslations('speech')
  const maySet = useCan('setup.general')
  const [isAdding, setAdding] = useState(false)
  const accounts = useQuery(accountsQuery)
  const providers = useQuery({ ...providersQuery, enabled: maySet })
  const add = maySet && !!accounts.data && !!providers.data?.length && (
    <Button size="sm" onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('addVoice')}
    </Button>
  )
  return (
    <Card title={t('voices')} actions={add}>
      <p className="max-w-prose text-sm text-pretty text-soft">{t('voicesText')}</p>
      <div className="mt-4">
        {accounts.error && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
        {!accounts.error && !accounts.data && <Skeleton className="h-16 rounded-md" />}
        {accounts.data && <Voices accounts={accounts.data} providers={providers.data ?? []} maySet={maySet} />}
      </div>
      {isAdding && accounts.data && providers.data && (
        <VoiceDialog accounts={accounts.data} providers={providers.data} onClose={() => setAdding(false)} />
      )}
    </Card>
  )
}

type VoicesProps = { accounts: SpeechAccount[]; providers: SpeechProvider[]; maySet: boolean }

function Voices({ accounts, providers, maySet }: VoicesProps) {
  const t = useTranslations('speech')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const save = useMutation({
    mutationFn: (all: SpeechAccountIn[]) => setAccounts(all),
    onSuccess: (all) => queries.setQueryData(accountsQuery.queryKey, all),
    onError: (error) => toast.error(errorText(error)),
  })
  const nameOf = (slug: string) => providers.find((one) => one.slug === slug)?.title ?? slug
  return (
    <ul aria-label={t('voices')} className="divide-y">
      {accounts.map((one) => (
        <VoiceRow
          key={one.id}
          voice={one}
          provider={nameOf(one.provider)}
          maySet={maySet}
          onDefault={() => save.mutate(withDefault(accounts, one.id))}
          onRemove={() => save.mutate(without(accounts, one.id))}
        />
      ))}
      <li className="flex flex-wrap items-center justify-between gap-3 py-3">
        <div>
          <p className="font-medium">{t('browser')}</p>
          <p className="text-sm text-faint">{t('browserText')}</p>
        </div>
      </li>
    </ul>
  )
}

type RowProps = {
  voice: SpeechAccount
  provider: string
  maySet: boolean
  onDefault: () => void
  onRemove: () => void
}

function VoiceRow({ voice, provider, maySet, onDefault, onRemove }: RowProps) {
  const t = useTranslations('speech')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{voice.voice}</bdi>
          {voice.is_default && <Badge tone="accent">{t('default')}</Badge>}
          {!voice.is_available && <Badge tone="warn">{t('switchedOff')}</Badge>}
        </p>
        <p className="text-sm text-faint">{t('voiceOf', { provider, language: languageName(voice.language) })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <TestPlay text={t('sample')} language={voice.language} account={voice.id} />
        {maySet && !voice.is_default && (
          <Button size="sm" look="quiet" onPress={onDefault}>
            {t('makeDefault')}
          </Button>
        )}
        {maySet && (
          <Button size="sm" look="danger" onPress={onRemove}>
            {t('removeVoice')}
          </Button>
        )}
      </div>
    </li>
  )
}
