'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ApiKeyIn } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { useConfirmed } from '@/components/security/confirmed'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import * as rules from '@/lib/rules'
import { createKey, keysQuery } from '../api'
import { useScopeName } from '../scope-names'
import { SecretDialog } from './secret-dialog'

const schema = z.looseObject({
  name: rules.name(80),
  scopes: z.array(z.string()).check(z.minLength(1, 'required')),
  per_minute: rules.atLeast(10),
})
const shown = ['name', 'scopes', 'per_minute']

/** A new key, and then its secret: shown this once. */
export function KeyDialog({ scopes, onClose }: { scopes: string[]; onClose: () => void }) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const [key, setKey] = useState<string | null>(null)
  if (key) return <SecretDialog label={t('keyLabel')} secret={key} onClose={onClose} />
  return (
    <FormDialog<ApiKeyIn, { key: string }>
      title={t('newKey')}
      values={{ name: '', scopes: [], per_minute: 120 }}
      schema={schema}
      shown={shown}
      save={(values) => confirmed(() => createKey(values))}
      onSaved={(answer) => {
        setKey(answer.key)
        void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <Scopes scopes={scopes} />
      <FormNumber name="per_minute" label={t('perMinute')} minValue={10} maxValue={600} />
    </FormDialog>
  )
}

function Scopes({ scopes }: { scopes: string[] }) {
  const t = useTranslations('developers')
  const nameOf = useScopeName()
  const { value, onChange, error } = useField<string[]>('scopes')
  return (
    <CheckboxGroup
      label={t('scopes')}
      options={scopes.map((id) => ({ id, name: nameOf(id) }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
