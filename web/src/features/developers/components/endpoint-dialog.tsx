'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { WebhookEndpoint, WebhookEndpointIn, Webhooks } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { useConfirmed } from '@/components/security/confirmed'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Switch } from '@/components/ui/switch'
import * as rules from '@/lib/rules'
import { createEndpoint, saveEndpoint, webhooksQuery } from '../api'
import { SecretDialog } from './secret-dialog'

const schema = z.looseObject({
  name: rules.name(80),
  url: rules.name(2000),
  events: z.array(z.string()).check(z.minLength(1, 'required')),
})
const shown = ['name', 'url', 'events']

type Props = { webhooks: Webhooks; endpoint?: WebhookEndpoint; onClose: () => void }

/** An endpoint to be made or changed; a new one then shows its secret, this once. */
export function EndpointDialog({ webhooks, endpoint, onClose }: Props) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <SecretDialog label={t('secretLabel')} secret={secret} onClose={onClose} />
  const save = async (values: WebhookEndpointIn) => {
    if (!endpoint) return (await confirmed(() => createEndpoint(values))).secret
    await confirmed(() => saveEndpoint(endpoint, values))
    return null
  }
  const { name = '', url = '', events = [], is_active = true } = endpoint ?? {}
  return (
    <FormDialog<WebhookEndpointIn, string | null>
      title={endpoint ? t('edit') : t('newEndpoint')}
      values={{ name, url, events, is_active }}
      schema={schema}
      shown={shown}
      save={save}
      onSaved={(made) => {
        void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
        if (made) setSecret(made)
        else onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <FormText name="url" label={t('url')} hint={t('urlHint')} autoComplete="off" />
      <Active />
      <Events names={webhooks.events.map((event) => event.name)} />
    </FormDialog>
  )
}

function Active() {
  const t = useTranslations('developers')
  const { value, onChange } = useField<boolean>('is_active')
  return (
    <Switch isSelected={value} onChange={onChange}>
      {t('isOn')}
    </Switch>
  )
}

function Events({ names }: { names: string[] }) {
  const t = useTranslations('developers')
  const { value, onChange, error } = useField<string[]>('events')
  return (
    <CheckboxGroup
      label={t('events')}
      options={names.map((id) => ({ id, name: id }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
