'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Crm } from '@/api/platform-models'
import { useConfirmed } from '@/components/security/confirmed'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { disconnect, hubspotQuery } from '../api'

/** Whose account it is, whether it works, and how much stands there. */
export function ConnectionCard({ crm, onConnect }: { crm: Crm; onConnect: () => void }) {
  const t = useTranslations('platformHubspot')
  const format = useFormat()
  const [isEnding, setEnding] = useState(false)
  const isBroken = crm.state === 'broken'
  const at = (instant: string | null) => instant && format.instant(instant, 'UTC')
  return (
    <Card
      title={crm.account}
      actions={<Badge tone={isBroken ? 'bad' : 'good'}>{t(isBroken ? 'broken' : 'connected')}</Badge>}
    >
      {isBroken && (
        <div className="mb-4">
          <Notice tone="bad">{t('brokenText')}</Notice>
        </div>
      )}
      <KeyValues
        rows={[
          [t('since'), at(crm.connected_at)],
          [t('by'), crm.connected_by],
          [t('deals'), format.number(crm.deals_cnt)],
          [t('companies'), format.number(crm.companies_cnt)],
          [t('waiting'), format.number(crm.waiting_cnt)],
          [t('sent'), at(crm.sent_at)],
          [t('heard'), at(crm.heard_at)],
          [t('helpDomain'), crm.help_domain],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look={isBroken ? 'primary' : 'secondary'} onPress={onConnect}>
          {t('reconnect')}
        </Button>
        <Button look="danger" onPress={() => setEnding(true)}>
          {t('disconnect')}
        </Button>
      </div>
      {isEnding && <EndDialog version={crm.version ?? 0} onClose={() => setEnding(false)} />}
    </Card>
  )
}

function EndDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const t = useTranslations('platformHubspot')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const errorText = useErrorText()
  const end = useMutation({
    mutationFn: () => confirmed(() => disconnect(version)),
    onSuccess: (crm) => {
      queries.setQueryData(hubspotQuery.queryKey, crm)
      toast.success(t('didDisconnect'))
    },
    onError: (error) => {
      toast.error(errorText(error))
      void queries.invalidateQueries({ queryKey: hubspotQuery.queryKey })
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={t('disconnectTitle')}
      isOpen
      onClose={onClose}
      onConfirm={() => end.mutate()}
      confirmLabel={t('disconnect')}
      isDanger
      isPending={end.isPending}
    >
      {t('disconnectText')}
    </ConfirmDialog>
  )
}
