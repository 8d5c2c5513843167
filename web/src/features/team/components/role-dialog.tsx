'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Role } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useRoleName } from '@/lib/role-name'
import { cloneRole, saveRole, useRenewTeam } from '../api'
import { SaveFailure } from './save-failure'

type Props = { source?: Role; onClose: () => void; onMade: (role: Role) => void }

/** A new role: an empty one, or a copy of another. */
export function RoleDialog({ source, onClose, onMade }: Props) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const roleName = useRoleName()
  const renew = useRenewTeam()
  const [name, setName] = useState(source ? t('copyOf', { name: roleName(source) }) : '')
  const make = useMutation({
    mutationFn: () => (source ? cloneRole(source.id, name) : saveRole({ name, permissions: [], scope: 'all' })),
    onSuccess: (role) => {
      renew()
      onMade(role)
      onClose()
    },
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button look="primary" isPending={make.isPending} isDisabled={!name.trim()} onPress={() => make.mutate()}>
        {source ? t('copyRole') : t('createRole')}
      </Button>
    </>
  )
  return (
    <Dialog title={source ? t('copyRole') : t('newRole')} isOpen onClose={onClose} footer={footer}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) make.mutate()
        }}
      >
        <TextField label={t('roleName')} value={name} onChange={setName} autoFocus />
        <p className="text-sm text-soft">{source ? t('copyText') : t('newRoleText')}</p>
        {make.error && <SaveFailure error={make.error} />}
      </form>
    </Dialog>
  )
}
