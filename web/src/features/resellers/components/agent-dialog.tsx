'use client'
import { useTranslations } from 'use-intl'
import type { Reseller, ResellerAgent } from '@/api/models'
import { FormPercent, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { toast } from '@/lib/toast'
import { saveAgent } from '../api'
import { atField } from '@/lib/at-field'
import { agentSchema, type AgentValues } from '../form'
import { useKeepAgents } from '../use-agents'
import type { TabProps } from './types'

type Props = TabProps & { agent: ResellerAgent | null; onClose: () => void }

const shown = Object.keys(agentSchema.shape)

const valuesOf = (agent: ResellerAgent | null): AgentValues => ({
  name: agent?.name ?? '',
  email: agent?.email ?? '',
  commission_ppm: agent?.commission_ppm ?? null,
  desk: agent?.desk ?? '',
  invite: !agent,
})

/** Add somebody who sells for a reseller, or change them; with a login they are invited by mail. */
export function AgentDialog({ reseller, agent, onClose }: Props) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const keep = useKeepAgents(reseller.id)
  const save = useSave(reseller, agent)
  return (
    <FormDialog
      title={agent ? agent.name : t('addAgent')}
      values={valuesOf(agent)}
      schema={agentSchema}
      shown={shown}
      label={agent ? common('save') : t('addAgent')}
      save={async (typed) => ({ typed, agents: await save(typed) })}
      onSaved={({ typed, agents }) => {
        keep(agents)
        onClose()
        toast.success(typed.invite ? t('invited', { email: typed.email }) : t('saved'))
      }}
      onClose={onClose}
    >
      <Fields agent={agent} />
    </FormDialog>
  )
}

function useSave(reseller: Reseller, agent: ResellerAgent | null) {
  const t = useTranslations('resellers')
  return ({ desk, ...typed }: AgentValues) =>
    saveAgent(reseller.id, agent?.id ?? null, {
      ...typed,
      desk: desk || null,
      status: agent?.status === 'disabled' ? 'disabled' : 'active',
      version: agent?.version,
    }).catch((error: unknown) => {
      throw atField(error, 'agent_elsewhere', 'email', t('agentElsewhere'))
    })
}

function Fields({ agent }: { agent: ResellerAgent | null }) {
  const t = useTranslations('resellers')
  const mayInvite = !agent?.has_login && agent?.status !== 'disabled'
  return (
    <>
      <FormText name="name" label={t('name')} autoFocus={!agent} />
      <FormText name="email" label={t('email')} type="email" inputMode="email" />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormPercent name="commission_ppm" label={t('agentShare')} hint={t('agentShareHint')} max={1_000_000} />
        <FormText name="desk" label={t('desk')} hint={t('deskHint')} />
      </div>
      {mayInvite && (
        <FormSwitch name="invite" hint={t('inviteHint')}>
          {t(agent?.status === 'invited' ? 'inviteAgain' : 'invite')}
        </FormSwitch>
      )}
    </>
  )
}
