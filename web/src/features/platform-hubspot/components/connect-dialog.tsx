'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Crm, CrmKeys } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { useConfirmed } from '@/components/security/confirmed'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { connect, hubspotQuery } from '../api'

const schema = z.looseObject({ access_token: rules.name(400), client_secret: rules.name(400) })

/** The keys of a private app; they are tried before they are kept. */
export function ConnectDialog({ helpDomain, onClose }: { helpDomain: string; onClose: () => void }) {
  const t = useTranslations('platformHubspot')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return (
    <FormDialog<CrmKeys, Crm>
      title={t('connectTitle')}
      values={{ access_token: '', client_secret: '', help_domain: helpDomain }}
      schema={schema}
      shown={['access_token', 'client_secret', 'help_domain']}
      label={t('connect')}
      save={(keys) => confirmed(() => connect(keys))}
      onSaved={(crm) => {
        queries.setQueryData(hubspotQuery.queryKey, crm)
        toast.success(t('didConnect'))
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="access_token" label={t('token')} hint={t('tokenHint')} type="password" autoComplete="off" />
      <FormText name="client_secret" label={t('secret')} type="password" autoComplete="off" />
      <FormText name="help_domain" label={t('helpDomain')} hint={t('helpDomainHint')} spellCheck={false} />
    </FormDialog>
  )
}
