'use client'
import { useMutation } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Role } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Select } from '@/components/ui/select'
import { useRoleName } from '@/lib/role-name'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { deleteRole, useRenewTeam } from '../api'
import { RoleDialog } from './role-dialog'
import { SaveFailure } from './save-failure'

type Props = { role: Role; roles: Role[]; onChoose: (id: number) => void }

/** Copy a role, or delete one of the operator's own. */
export function RoleActions({ role, roles, onChoose }: Props) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  if (!useCan('team.manage')) return null
  return (
    <div className="flex gap-2 py-2">
      {role.can_give && (
        <Button size="sm" onPress={() => setOpen('copy')}>
          <Copy aria-hidden className="size-4" />
          {t('copyRole')}
        </Button>
      )}
      {role.can_edit && (
        <Button size="sm" look="danger" onPress={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          {common('delete')}
        </Button>
      )}
      {open === 'copy' && (
        <RoleDialog source={role} onClose={() => setOpen(null)} onMade={(made) => onChoose(made.id)} />
      )}
      {open === 'delete' && <DeleteDialog role={role} roles={roles} onClose={() => setOpen(null)} />}
    </div>
  )
}

function DeleteDialog({ role, roles, onClose }: { role: Role; roles: Role[]; onClose: () => void }) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const renew = useRenewTeam()
  const [moveTo, setMoveTo] = useState<number | null>(null)
  const others = roles.filter((one) => one.can_give && one.scope === role.scope && one.id !== role.id)
  const remove = useMutation({
    mutationFn: () => deleteRole(role.id, moveTo),
    onSuccess: () => {
      toast.success(t('roleDeleted', { name: role.name }))
      renew()
      onClose()
    },
  })
  const needsOther = role.people.length > 0
  return (
    <ConfirmDialog
      title={t('deleteRoleTitle', { name: role.name })}
      isOpen
      onClose={onClose}
      onConfirm={() => (!needsOther || moveTo) && remove.mutate()}
      confirmLabel={t('deleteRole')}
      isDanger
      isPending={remove.isPending}
    >
      <div className="space-y-4">
        <p>{t('deleteRoleText', { count: role.people.length })}</p>
        {needsOther && (
          <Select
            label={t('moveTo')}
            options={others.map((one) => ({ id: one.id, name: roleName(one) }))}
            value={moveTo}
            onChange={setMoveTo}
          />
        )}
        {remove.error && <SaveFailure error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}
