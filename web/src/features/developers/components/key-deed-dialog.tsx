'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '@/api/models'
import { useConfirmed } from '@/components/security/confirmed'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { keepKeys, keysQuery, revokeKey, rotateKey } from '../api'
import { SecretDialog } from './secret-dialog'

export type KeyDeed = { what: 'rotate' | 'revoke'; apiKey: ApiKey }

/** Replacing a key or taking it back, once somebody is sure. */
export function KeyDeedDialog({ deed, onClose }: { deed: KeyDeed; onClose: () => void }) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const errorText = useErrorText()
  const [secret, setSecret] = useState<string | null>(null)
  const isRotated = deed.what === 'rotate'
  const run = useMutation({
    mutationFn: async () => {
      if (isRotated) setSecret((await confirmed(() => rotateKey(deed.apiKey.id))).key)
      else keepKeys(queries, await revokeKey(deed.apiKey.id))
    },
    onSuccess: () => {
      if (isRotated) void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      else onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (secret) return <SecretDialog label={t('keyLabel')} secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t(isRotated ? 'rotateKeyTitle' : 'revokeTitle', { name: isolate(deed.apiKey.name) })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t(deed.what)}
      isPending={run.isPending}
      isDanger={!isRotated}
    >
      {t(isRotated ? 'rotateText' : 'revokeText')}
    </ConfirmDialog>
  )
}
