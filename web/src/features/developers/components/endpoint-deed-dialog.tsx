'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WebhookEndpoint } from '@/api/models'
import { useConfirmed } from '@/components/security/confirmed'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { deleteEndpoint, keepWebhooks, rotateSecret, webhooksQuery } from '../api'
import { SecretDialog } from './secret-dialog'

export type EndpointDeed = 'rotate' | 'remove'

type Props = { what: EndpointDeed; endpoint: WebhookEndpoint; onClose: () => void }

/** Replacing an endpoint's secret or deleting it, once somebody is sure. */
export function EndpointDeedDialog({ what, endpoint, onClose }: Props) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const errorText = useErrorText()
  const [secret, setSecret] = useState<string | null>(null)
  const isRotated = what === 'rotate'
  const run = useMutation({
    mutationFn: async () => {
      if (isRotated) setSecret((await confirmed(() => rotateSecret(endpoint.id))).secret)
      else keepWebhooks(queries, await deleteEndpoint(endpoint.id))
    },
    onSuccess: () => {
      if (isRotated) void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
      else onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (secret) return <SecretDialog label={t('secretLabel')} secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t(isRotated ? 'rotateSecretTitle' : 'removeTitle', { name: isolate(endpoint.name) })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t(what)}
      isPending={run.isPending}
      isDanger={!isRotated}
    >
      {t(isRotated ? 'rotateText' : 'removeText')}
    </ConfirmDialog>
  )
}
