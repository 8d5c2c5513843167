'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { AgentTokenIn } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import * as rules from '@/lib/rules'
import { agentsQuery, createToken } from '../api'
import { phoneScopes } from '../model'

const schema = z.looseObject({ name: rules.name(80) })
const shown = ['name', 'scopes']

/** A new token for a voice agent, and then its secret: shown this once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('aiAgents')
  const queries = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  if (token) return <TokenDialog token={token} onClose={onClose} />
  return (
    <FormDialog<AgentTokenIn, { token: string }>
      title={t('newToken')}
      values={{ name: '', scopes: [...phoneScopes] }}
      schema={schema}
      shown={shown}
      save={createToken}
      onSaved={(answer) => {
        setToken(answer.token)
        void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('tokenName')} hint={t('tokenNameHint')} autoFocus />
      <Scopes />
    </FormDialog>
  )
}

function Scopes() {
  const t = useTranslations('aiAgents')
  const { value, onChange, error } = useField<string[]>('scopes')
  return (
    <CheckboxGroup
      label={t('scopes')}
      options={phoneScopes.map((id) => ({ id, name: t(`scope_${id}`) }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

export function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('aiAgents')
  return (
    <Dialog
      title={t('tokenTitle')}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" onPress={onClose}>
          {t('tokenDone')}
        </Button>
      }
    >
      <div className="space-y-4">
        <Notice tone="warn">{t('tokenText')}</Notice>
        <CopyBox text={token} label={t('tokenLabel')} />
      </div>
    </Dialog>
  )
}
