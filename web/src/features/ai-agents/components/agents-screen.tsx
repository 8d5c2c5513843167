'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Agents } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Card, PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import { toast } from '@/lib/toast'
import { agentsQuery, keepAgents, saveSettings } from '../api'
import { changed } from '../model'
import { ActionsCard } from './actions-card'
import { LimitsDialog } from './limits-dialog'
import { ProgramsCard } from './programs-card'
import { TokensCard } from './tokens-card'

/** What AI agents may do, who let them in, what they did; and the one switch that stops them. */
export function AgentsScreen() {
  const t = useTranslations('aiAgents')
  const { data, error, refetch } = useQuery(agentsQuery)
  return (
    <PageBody>
      <SetupHeader page="aiAgents" title={t('title')} text={t('text')} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-6">
          <MainSwitch agents={data} />
          <Limits agents={data} />
          <TokensCard agents={data} />
          <ProgramsCard agents={data} />
          <ActionsCard />
          <Addresses agents={data} />
        </div>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

function MainSwitch({ agents }: { agents: Agents }) {
  const t = useTranslations('aiAgents')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { settings } = agents
  const save = useMutation({
    mutationFn: (is_on: boolean) => saveSettings(changed(settings, { is_on })),
    onSuccess: (answer) => keepAgents(queries, answer),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Card>
      <div className="space-y-3">
        <Switch isSelected={settings.is_on} onChange={save.mutate} isDisabled={save.isPending} hint={t('switchHint')}>
          <span className="font-medium">{t('switch')}</span>
        </Switch>
        {!settings.is_on && <Notice tone="info">{t('offNotice')}</Notice>}
      </div>
    </Card>
  )
}

function Limits({ agents }: { agents: Agents }) {
  const t = useTranslations('aiAgents')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { settings } = agents
  const yes = (is: boolean) => t(is ? 'yes' : 'no')
  const rows = [
    { id: 'visitors', name: t('visitors'), value: yes(settings.is_visitors_on) },
    { id: 'create', name: t('canCreate'), value: yes(settings.can_create) },
    { id: 'pax', name: t('maxPax'), value: format.number(settings.max_pax) },
    { id: 'links', name: t('linksADay'), value: format.number(settings.links_a_day) },
    { id: 'handoff', name: t('handoff'), value: settings.handoff_number ? formatPhone(settings.handoff_number) : '–' },
    { id: 'hours', name: t('hours'), value: settings.hours || '–' },
  ]
  return (
    <Card
      title={t('limits')}
      actions={
        <Button size="sm" onPress={() => setOpen(true)}>
          {t('change')}
        </Button>
      }
    >
      <KeyValues rows={rows.map(({ name, value }) => [name, value])} />
      {isOpen && <LimitsDialog settings={settings} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Addresses({ agents }: { agents: Agents }) {
  const t = useTranslations('aiAgents')
  const addresses = [
    { label: t('phoneUrl'), url: agents.phone_url },
    { label: t('visitorsUrl'), url: agents.mcp_url },
    { label: t('staffUrl'), url: agents.staff_url },
  ]
  return (
    <Card title={t('addresses')}>
      <p className="mb-4 max-w-prose text-soft text-pretty">{t('addressesText')}</p>
      <div className="grid gap-4 lg:grid-cols-3">
        {addresses.map(({ label, url }) => (
          <div key={url} className="space-y-1.5">
            <h3 className="text-sm font-medium">{label}</h3>
            <CopyBox text={url} label={label} />
          </div>
        ))}
      </div>
    </Card>
  )
}
