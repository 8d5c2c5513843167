'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Channel, ConnectionMade } from '@/api/models'
import { FormPercent, FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import * as rules from '@/lib/rules'
import { useGo } from '@/lib/use-go'
import { channelsQuery, connectionsQuery, createConnection, createPartner, partnersQuery } from '../api'
import { KeyDialog } from './key-dialog'

const NEW = 'new'
const schema = z.looseObject({ title: rules.name(120), channel: z.string(), partner: z.string() })
const shown = ['title', 'channel', 'partner', 'commission', 'key']

type Values = { channel: string; title: string; partner: string; commission: number | null; key: string }

/** A new connection: which channel, on whose terms; then its key, shown this once. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const queries = useQueryClient()
  const [made, setMade] = useState<ConnectionMade | null>(null)
  const leave = (one: ConnectionMade) => {
    onClose()
    go('channel', { connection: String(one.connection.id) })
  }
  const onMade = (one: ConnectionMade) => {
    void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    if (one.key) setMade(one)
    else leave(one)
  }
  if (made?.key) return <KeyDialog secret={made.key} onClose={() => leave(made)} />
  return <Choices onMade={onMade} onClose={onClose} />
}

type Props = { onMade: (made: ConnectionMade) => void; onClose: () => void }

function Choices({ onMade, onClose }: Props) {
  const t = useTranslations('channels')
  const channels = useQuery(channelsQuery)
  const partners = useQuery(partnersQuery)
  const error = channels.error ?? partners.error
  if (channels.data && channels.data.length > 0 && partners.data) {
    return <Form channels={channels.data} partners={partners.data} onMade={onMade} onClose={onClose} />
  }
  return (
    <Dialog title={t('connect')} isOpen onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void channels.refetch()} />}
      {!error && !channels.data && <Skeleton className="h-40" />}
      {channels.data?.length === 0 && <NoChannels />}
    </Dialog>
  )
}

function NoChannels() {
  const t = useTranslations('channels')
  return (
    <EmptyState icon={null} title={t('noChannelsTitle')} text={t('noChannelsText')}>
      <AppLink to="plugins" params={{}} className="font-medium text-accent underline underline-offset-4">
        {t('toPlugins')}
      </AppLink>
    </EmptyState>
  )
}

type FormProps = Props & { channels: Channel[]; partners: { id: number; name: string }[] }

function Form({ channels, partners, onMade, onClose }: FormProps) {
  const t = useTranslations('channels')
  const newPartner = useRef<number | null>(null)
  const first = channels[0]!
  const empty: Values = {
    channel: first.channel,
    title: first.title,
    partner: partners.length > 0 ? String(partners[0]!.id) : NEW,
    commission: 200_000,
    key: '',
  }
  const options = [...partners.map(({ id, name }) => ({ id: String(id), name })), { id: NEW, name: t('newPartner') }]
  return (
    <FormDialog<Values, ConnectionMade>
      title={t('connect')}
      values={empty}
      schema={schema}
      shown={shown}
      save={(values) => connect(values, newPartner)}
      onSaved={onMade}
      onClose={onClose}
    >
      <ChannelSelect channels={channels} />
      <FormText name="title" label={t('name')} />
      <FormSelect name="partner" label={t('partner')} hint={t('partnerHint')} options={options} />
      <Rest channels={channels} />
    </FormDialog>
  )
}

function ChannelSelect({ channels }: { channels: Channel[] }) {
  const t = useTranslations('channels')
  const { getValues, setValue } = useFormContext<Values>()
  const { value, onChange, error } = useField<string>('channel')
  const choose = (slug: string) => {
    const chosen = channels.find(({ channel }) => channel === slug)
    // A name that was typed stays; one that is only the channel's follows the channel.
    if (chosen && channels.some(({ title }) => title === getValues('title'))) setValue('title', chosen.title)
    onChange(slug)
  }
  const options = channels.map(({ channel, title }) => ({ id: channel, name: title }))
  return <Select label={t('channel')} options={options} value={value} onChange={choose} error={error} />
}

function Rest({ channels }: { channels: Channel[] }) {
  const t = useTranslations('channels')
  const { channel, partner } = useFormContext<Values>().watch()
  const chosen = channels.find((one) => one.channel === channel)
  return (
    <>
      {partner === NEW && <FormPercent name="commission" label={t('commission')} />}
      {chosen && chosen.key_from !== 'us' && (
        <FormText
          name="key"
          label={t(chosen.key_from === 'them' ? 'theirKey' : 'theirKeyOptional')}
          hint={chosen.key_help}
          type="password"
          autoComplete="off"
        />
      )}
    </>
  )
}

async function connect(values: Values, partner: { current: number | null }): Promise<ConnectionMade> {
  const { channel, title, commission, key } = values
  // A partner that was made stays when the connection is refused: it is not made a second time.
  if (values.partner === NEW) partner.current ??= (await createPartner(title, commission ?? 0)).id
  const reseller_id = values.partner === NEW ? partner.current! : Number(values.partner)
  return createConnection({ channel, title, reseller_id, price_mode: 'ours', key: key || null })
}
