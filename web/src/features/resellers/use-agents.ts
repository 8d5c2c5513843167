'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Reseller, ResellerAgent } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { agentsQuery, historyQuery, saveAgent } from './api'

/** Keep the agents of a reseller as the server answered them. */
export function useKeepAgents(reseller: number) {
  const queries = useQueryClient()
  return (agents: ResellerAgent[]) => {
    queries.setQueryData(agentsQuery(reseller).queryKey, agents)
    void queries.invalidateQueries({ queryKey: historyQuery(reseller).queryKey })
  }
}

/** Have an agent sell no longer, or again; what they sold stays theirs. */
export function useAgentStatus(reseller: Reseller, agent: ResellerAgent) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const keep = useKeepAgents(reseller.id)
  const { id, name, email, commission_ppm, desk, version } = agent
  const change = useMutation({
    mutationFn: (status: 'active' | 'disabled') =>
      saveAgent(reseller.id, id, { name, email, commission_ppm, desk, version, status, invite: false }),
    onSuccess: (agents, status) => {
      keep(agents)
      toast.success(t(status === 'disabled' ? 'agentDisabled' : 'agentEnabled', { name }))
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: agentsQuery(reseller.id).queryKey })
      toast.error(common('failedTitle'), { description: errorText(error) })
    },
  })
  return change
}
