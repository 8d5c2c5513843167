'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Plugin, PluginConnection } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useQueryParam } from '@/lib/use-route'
import { disconnectPlugin, pluginQuery } from '../api'

type Props = { plugin: Plugin; connection: PluginConnection }

/** The account at the partner: connected there, shown here, given back. */
export function Connection({ plugin, connection }: Props) {
  const t = useTranslations('plugins')
  return (
    <Card title={t('connection')}>
      <div className="space-y-4">
        <Outcome plugin={plugin} connection={connection} />
        {connection.problem && <Notice tone="bad">{connection.problem}</Notice>}
        {connection.is_connected ? (
          <Account connection={connection} />
        ) : (
          <p className="text-soft">{t('notConnected')}</p>
        )}
        {!connection.is_available && <Notice tone="warn">{t('notAvailable', { title: plugin.title })}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Connect plugin={plugin} connection={connection} />
          {connection.is_connected && <Disconnect plugin={plugin} />}
        </div>
      </div>
    </Card>
  )
}

const outcomes = ['connected', 'denied', 'failed'] as const

/** How the way to the partner and back ended, for whoever has just come back. */
function Outcome({ plugin, connection }: Props) {
  const t = useTranslations('plugins')
  const said = useQueryParam('connection')
  const outcome = outcomes.find((one) => one === said)
  if (!outcome || (outcome === 'connected') !== connection.is_connected) return null
  return (
    <Notice tone={outcome === 'connected' ? 'info' : 'warn'}>{t(`outcome_${outcome}`, { title: plugin.title })}</Notice>
  )
}

function Account({ connection }: { connection: PluginConnection }) {
  const t = useTranslations('plugins')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (
    <div className="flex items-start gap-3">
      {!connection.problem && <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />}
      <div className="min-w-0">
        <p className="font-medium break-words">{t('connectedTo', { name: isolate(connection.name) })}</p>
        {connection.connected_at && (
          <p className="text-sm text-faint">
            {t('connectedSince', { date: format.instant(connection.connected_at, zone) })}
          </p>
        )}
      </div>
    </div>
  )
}

/** A link, not a call: the partner's own page opens, and leads back here. */
function Connect({ plugin, connection }: Props) {
  const t = useTranslations('plugins')
  if (!connection.is_available || (connection.is_connected && !connection.problem)) return null
  return (
    <a href={connection.start_url} className={buttonClass('primary', 'md')}>
      {connection.is_connected ? t('connectAgain') : t('connect', { title: plugin.title })}
    </a>
  )
}

function Disconnect({ plugin }: { plugin: Plugin }) {
  const t = useTranslations('plugins')
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const errorText = useErrorText()
  const end = useMutation({
    mutationFn: () => disconnectPlugin(plugin.slug),
    onSuccess: (answer) => {
      queries.setQueryData(pluginQuery(plugin.slug).queryKey, answer)
      setAsked(false)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <>
      <Button onPress={() => setAsked(true)}>{t('disconnect')}</Button>
      <ConfirmDialog
        title={t('disconnectTitle', { title: plugin.title })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => end.mutateAsync()}
        confirmLabel={t('disconnect')}
        isDanger
      >
        {t('disconnectText')}
      </ConfirmDialog>
    </>
  )
}
