'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Channel, Connection, ConnectionMade } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { toast } from '@/lib/toast'
import { connectionQuery, rotateKey } from '../api'
import { KeyDialog } from './key-dialog'

const schema = z.looseObject({ key: z.string() })

type Props = { connection: Connection; channel: Channel | null; mayChange: boolean }

/** The key that requests of the channel carry; of one that was made only the end is known. */
export function KeyCard({ connection, channel, mayChange }: Props) {
  const t = useTranslations('channels')
  const [open, setOpen] = useState<'rotate' | { secret: string } | null>(null)
  const onMade = useMade(connection.id, (secret) => setOpen(secret ? { secret } : null))
  return (
    <Card
      title={t('key')}
      actions={
        mayChange &&
        channel && (
          <Button size="sm" onPress={() => setOpen('rotate')}>
            {t(connection.has_key ? 'rotate' : 'setKey')}
          </Button>
        )
      }
    >
      <p className="text-soft">{connection.has_key ? t('keyKnown', { hint: connection.key_hint }) : t('keyMissing')}</p>
      {open === 'rotate' && channel && (
        <RotateDialog connection={connection} channel={channel} onMade={onMade} onClose={() => setOpen(null)} />
      )}
      {open && open !== 'rotate' && <KeyDialog secret={open.secret} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function useMade(id: number, show: (secret: string | null) => void) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  return (made: ConnectionMade) => {
    queries.setQueryData(connectionQuery(id).queryKey, made.connection)
    if (!made.key) toast.success(t('saved'))
    show(made.key)
  }
}

type RotateProps = {
  connection: Connection
  channel: Channel
  onMade: (made: ConnectionMade) => void
  onClose: () => void
}

function RotateDialog({ connection, channel, onMade, onClose }: RotateProps) {
  const t = useTranslations('channels')
  const isOurs = channel.key_from === 'us'
  return (
    <FormDialog<{ key: string }, ConnectionMade>
      title={t('rotate')}
      values={{ key: '' }}
      schema={schema}
      shown={['key']}
      save={({ key }) => rotateKey(connection.id, key || null)}
      onSaved={onMade}
      onClose={onClose}
    >
      {connection.has_key && <Notice tone="warn">{t('rotateText')}</Notice>}
      {!isOurs && (
        <FormText
          name="key"
          label={t(channel.key_from === 'them' ? 'theirKey' : 'theirKeyOptional')}
          hint={channel.key_help}
          type="password"
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
