'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AgentAccess, Agents } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { keepAgents, revokeAccess } from '../api'
import { staffScopeOf } from '../model'

/** The programs that act for somebody of the staff. */
export function ProgramsCard({ agents }: { agents: Agents }) {
  const t = useTranslations('aiAgents')
  const [leaving, setLeaving] = useState<AgentAccess | null>(null)
  const cell = useCell(setLeaving)
  const columns = [
    { id: 'client', name: t('program'), isRowHeader: true },
    { id: 'person', name: t('person') },
    { id: 'scopes', name: t('scopes') },
    { id: 'used', name: t('lastUsed') },
    { id: 'deeds', name: t('deeds'), isNameHidden: true, align: 'end' as const },
  ]
  return (
    <Card title={t('programs')}>
      <p className="mb-3 max-w-prose text-soft text-pretty">{t('programsText')}</p>
      <SimpleTable
        label={t('programs')}
        columns={columns}
        rows={agents.accesses}
        cell={cell}
        empty={<p className="text-faint">{t('noPrograms')}</p>}
      />
      {leaving && <Disconnect access={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  )
}

function useCell(onLeave: (access: AgentAccess) => void) {
  const t = useTranslations('aiAgents')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (access: AgentAccess, column: string) => {
    if (column === 'client') return <bdi className="font-medium">{access.client}</bdi>
    if (column === 'person') return <bdi>{access.person}</bdi>
    if (column === 'scopes') {
      return format.list(
        access.scopes.flatMap((one) => {
          const known = staffScopeOf(one)
          return known ? [t(`scope_${known}`)] : []
        }),
      )
    }
    if (column === 'used') return access.last_used_at ? format.instant(access.last_used_at, zone) : t('never')
    return (
      <Button size="sm" look="danger" onPress={() => onLeave(access)}>
        {t('disconnect')}
      </Button>
    )
  }
}

function Disconnect({ access, onClose }: { access: AgentAccess; onClose: () => void }) {
  const t = useTranslations('aiAgents')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const leave = useMutation({
    mutationFn: () => revokeAccess(access.id),
    onSuccess: (answer) => {
      keepAgents(queries, answer)
      onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <ConfirmDialog
      title={t('disconnectTitle', { name: isolate(access.client) })}
      isOpen
      onClose={onClose}
      onConfirm={() => leave.mutate()}
      confirmLabel={t('disconnect')}
      isPending={leave.isPending}
      isDanger
    >
      {t('disconnectText')}
    </ConfirmDialog>
  )
}
