'use client'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ResellerAgent } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { dotted } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { agentsQuery } from '../api'
import { useAgentStatus } from '../use-agents'
import { usePercent } from '../use-words'
import type { TabProps } from './types'

const AgentDialog = late(() => import('./agent-dialog').then((file) => file.AgentDialog))

/** The people who sell for a reseller; those who no longer do come last. */
export default function AgentsTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const [open, setOpen] = useState<ResellerAgent | 'new' | null>(null)
  const { data, error, refetch } = useQuery(agentsQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 max-w-3xl rounded-xl" />
  const add = mayManage && (
    <Button
      look={data.length ? 'secondary' : 'primary'}
      size={data.length ? 'sm' : 'md'}
      onPress={() => setOpen('new')}
    >
      <UserPlus aria-hidden className="size-4" />
      {t('addAgent')}
    </Button>
  )
  const sorted = data.toSorted((a, b) => Number(a.status === 'disabled') - Number(b.status === 'disabled'))
  return (
    <div className="max-w-3xl">
      {data.length === 0 ? (
        <EmptyState icon={<Users aria-hidden className="size-7" />} title={t('noAgents')} text={t('agentsText')}>
          {add}
        </EmptyState>
      ) : (
        <Card title={t('tab_agents')} actions={add}>
          <ul className="divide-y">
            {sorted.map((agent) => (
              <Row key={agent.id} reseller={reseller} agent={agent} onEdit={() => setOpen(agent)} />
            ))}
          </ul>
        </Card>
      )}
      {open && <AgentDialog reseller={reseller} agent={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}

const tones: Record<ResellerAgent['status'], Tone> = { active: 'good', invited: 'accent', disabled: 'neutral' }

function Row({ reseller, agent, onEdit }: TabProps & { agent: ResellerAgent; onEdit: () => void }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const mayManage = useCan('reseller.manage')
  const percent = usePercent()
  const change = useAgentStatus(reseller, agent)
  const share = agent.commission_ppm !== null && t('agentGets', { share: percent(agent.commission_ppm) })
  const isGone = agent.status === 'disabled'
  const hasNoLogin = agent.status === 'active' && !agent.has_login
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{agent.name}</bdi>
          <Badge tone={hasNoLogin ? 'neutral' : tones[agent.status]}>
            {t(hasNoLogin ? 'agent_noLogin' : `agent_${agent.status}`)}
          </Badge>
        </p>
        <p className="text-sm break-words text-faint">{dotted([agent.email, agent.desk, share])}</p>
      </div>
      {mayManage && (
        <div className="flex gap-2">
          <Button size="sm" look="quiet" onPress={onEdit}>
            {common('edit')}
          </Button>
          <Button size="sm" onPress={() => change.mutate(isGone ? 'active' : 'disabled')} isPending={change.isPending}>
            {t(isGone ? 'enableAgent' : 'disableAgent')}
          </Button>
        </div>
      )}
    </li>
  )
}
