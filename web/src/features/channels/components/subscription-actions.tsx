'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelSubscription } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { deleteSubscription, pauseSubscription, resendSubscription, subscriptionsQuery } from '../api'

type Props = { connectionId: number; subscription: ChannelSubscription }

/** Tell again, pause or go on, remove: as far as somebody may. */
export function SubscriptionActions({ connectionId, subscription }: Props) {
  const t = useTranslations('channels')
  const mayResend = useCan('reseller.manage')
  const mayChange = useCan('setup.plugins')
  const change = useChange(connectionId)
  const { id, paused_at, failed, waiting } = subscription
  const resend = () => resendSubscription(id).then(({ count }) => void toast.success(t('noticesResent', { count })))
  return (
    <div className="flex flex-wrap gap-3">
      {mayResend && failed + waiting > 0 && (
        <Button onPress={() => change.mutate(resend)} isPending={change.isPending}>
          {t('resend')}
        </Button>
      )}
      {mayChange && (
        <Button onPress={() => change.mutate(() => pauseSubscription(id, !paused_at))} isPending={change.isPending}>
          {paused_at ? t('resume') : t('to_paused')}
        </Button>
      )}
      {mayChange && <Remove url={subscription.url} onConfirm={() => change.mutate(() => deleteSubscription(id))} />}
    </div>
  )
}

function useChange(connectionId: number) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: subscriptionsQuery(connectionId).queryKey }),
  })
}

function Remove({ url, onConfirm }: { url: string; onConfirm: () => void }) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const [isAsking, setAsking] = useState(false)
  const confirm = () => {
    setAsking(false)
    onConfirm()
  }
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {common('remove')}
      </Button>
      <ConfirmDialog
        title={t('unsubscribeTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        confirmLabel={common('remove')}
        isDanger
      >
        <code className="mb-2 block text-sm break-all">{url}</code>
        {t('unsubscribeText')}
      </ConfirmDialog>
    </>
  )
}
