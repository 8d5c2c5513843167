'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AgentToken, Agents } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { agentsQuery, keepAgents, revokeToken, rotateToken } from '../api'
import { phoneScopes } from '../model'
import { NewTokenDialog, TokenDialog } from './token-dialogs'

type Deed = { what: 'rotate' | 'revoke'; token: AgentToken }

/** The tokens of voice agents. */
export function TokensCard({ agents }: { agents: Agents }) {
  const t = useTranslations('aiAgents')
  const [isAdding, setAdding] = useState(false)
  const [deed, setDeed] = useState<Deed | null>(null)
  const cell = useCell(setDeed)
  const columns = [
    { id: 'name', name: t('tokenName'), isRowHeader: true },
    { id: 'scopes', name: t('scopes') },
    { id: 'used', name: t('lastUsed') },
    { id: 'deeds', name: t('deeds'), isNameHidden: true, align: 'end' as const },
  ]
  return (
    <Card
      title={t('tokens')}
      actions={
        <Button size="sm" onPress={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t('newToken')}
        </Button>
      }
    >
      <p className="mb-3 max-w-prose text-soft text-pretty">{t('tokensText')}</p>
      <SimpleTable
        label={t('tokens')}
        columns={columns}
        rows={agents.tokens}
        cell={cell}
        empty={<p className="text-faint">{t('noTokens')}</p>}
      />
      {isAdding && <NewTokenDialog onClose={() => setAdding(false)} />}
      {deed && <DeedDialog key={deed.token.id} deed={deed} onClose={() => setDeed(null)} />}
    </Card>
  )
}

function useCell(onDeed: (deed: Deed) => void) {
  const t = useTranslations('aiAgents')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (token: AgentToken, column: string) => {
    if (column === 'name') {
      return (
        <span className="font-medium">
          <bdi>{token.name}</bdi> <span className="font-normal text-faint">…{token.last4}</span>
        </span>
      )
    }
    if (column === 'scopes') {
      const known = phoneScopes.filter((one) => token.scopes.includes(one))
      return format.list(known.map((one) => t(`scope_${one}`)))
    }
    if (column === 'used') return token.last_used_at ? format.instant(token.last_used_at, zone) : t('never')
    return (
      <span className="inline-flex gap-2">
        <Button size="sm" onPress={() => onDeed({ what: 'rotate', token })}>
          {t('rotate')}
        </Button>
        <Button size="sm" look="danger" onPress={() => onDeed({ what: 'revoke', token })}>
          {t('revoke')}
        </Button>
      </span>
    )
  }
}

function DeedDialog({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const t = useTranslations('aiAgents')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [secret, setSecret] = useState<string | null>(null)
  const isRotated = deed.what === 'rotate'
  const run = useMutation({
    mutationFn: async () => {
      if (isRotated) setSecret((await rotateToken(deed.token.id)).token)
      else keepAgents(queries, await revokeToken(deed.token.id))
    },
    onSuccess: () => {
      if (isRotated) void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      else onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (secret) return <TokenDialog token={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t(isRotated ? 'rotateTitle' : 'revokeTitle', { name: isolate(deed.token.name) })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t(deed.what)}
      isPending={run.isPending}
      isDanger
    >
      {t(isRotated ? 'rotateText' : 'revokeText')}
    </ConfirmDialog>
  )
}
