'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Role, Roles, Scope } from '@/api/models'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { PercentField } from '@/components/ui/percent-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { useRoleName } from '@/lib/role-name'
import { useStanding } from '@/lib/standing'
import { useCan } from '@/lib/session'
import { roleDiff } from '../model'
import { CodeGroups } from './code-groups'
import { RoleActions } from './role-actions'
import { RolePeople } from './role-people'
import { RoleReview } from './role-review'
import type { RoleDraft } from './types'

type Props = { role: Role; data: Roles; onChoose: (id: number) => void }

/** One role: its codes in plain words, who has it, and what a change would do before it is saved. */
export function RoleEditor({ role, data, onChoose }: Props) {
  const roleName = useRoleName()
  const [draft, setDraft] = useState<RoleDraft>(role)
  const [isReviewing, setReviewing] = useState(false)
  const { added, removed } = roleDiff(role.permissions, draft.permissions)
  const isChanged =
    added.length + removed.length > 0 ||
    draft.name !== role.name ||
    draft.scope !== role.scope ||
    draft.max_manual_discount_ppm !== role.max_manual_discount_ppm
  return (
    <div className="space-y-5">
      <Card title={roleName(role)} actions={<RoleActions role={role} roles={data.roles} onChoose={onChoose} />}>
        <div className="space-y-5">
          <Remark role={role} />
          {role.can_edit && <Basics role={role} draft={draft} onChange={setDraft} />}
          <RolePeople role={role} />
        </div>
      </Card>
      <CodeGroups
        areas={data.areas}
        chosen={draft.permissions}
        isReadOnly={!role.can_edit}
        onChange={(permissions) => setDraft({ ...draft, permissions })}
      />
      {isChanged && <SaveBar onSave={() => setReviewing(true)} onUndo={() => setDraft(role)} />}
      {isReviewing && <RoleReview role={role} draft={draft} onClose={() => setReviewing(false)} />}
    </div>
  )
}

function Remark({ role }: { role: Role }) {
  const t = useTranslations('team')
  const mayManage = useCan('team.manage')
  if (role.can_edit) return null
  if (role.is_system) return <Notice tone="info">{t('builtInText')}</Notice>
  if (!mayManage) return <Notice tone="info">{t('readOnly')}</Notice>
  return <Notice tone="info">{role.is_mine ? t('roleIsYours') : t('aboveYou')}</Notice>
}

type BasicsProps = { role: Role; draft: RoleDraft; onChange: (draft: RoleDraft) => void }

function Basics({ role, draft, onChange }: BasicsProps) {
  const t = useTranslations('team')
  const scopes = (role.scope === 'reseller' ? ['reseller'] : ['all', 'assigned']) as Scope[]
  return (
    <>
      <TextField label={t('roleName')} value={draft.name} onChange={(name) => onChange({ ...draft, name })} />
      <RadioGroup
        label={t('scope')}
        options={scopes.map((id) => ({ id, name: t(`scope_${id}`) }))}
        value={draft.scope}
        onChange={(scope) => onChange({ ...draft, scope: scope as Scope })}
      />
      <PercentField
        label={t('discountLimit')}
        hint={t('discountLimitHint')}
        max={1_000_000}
        value={draft.max_manual_discount_ppm}
        onChange={(max_manual_discount_ppm) => onChange({ ...draft, max_manual_discount_ppm })}
      />
    </>
  )
}

function SaveBar({ onSave, onUndo }: { onSave: () => void; onUndo: () => void }) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  useStanding('bar')
  return (
    <div className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 flex flex-wrap gap-3 rounded-xl border bg-raised p-3 shadow-float md:bottom-4">
      <Button look="primary" onPress={onSave}>
        {t('reviewChanges')}
      </Button>
      <Button onPress={onUndo}>{common('undo')}</Button>
    </div>
  )
}
