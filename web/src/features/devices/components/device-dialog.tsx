'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Device } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import * as rules from '@/lib/rules'
import { devicesQuery, renameDevice, revokeDevice } from '../api'

const schema = z.looseObject({ name: rules.name(80) })

/** A device's name; and the way out of service. */
export function DeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  const kept = (devices: Device[]) => {
    queries.setQueryData(devicesQuery.queryKey, devices)
    onClose()
  }
  return (
    <FormDialog<{ name: string }, { devices: Device[] }>
      title={device.name}
      values={{ name: device.name }}
      schema={schema}
      shown={['name']}
      save={({ name }) => renameDevice(device.id, name, device.location?.id ?? null)}
      onSaved={(answer) => kept(answer.devices)}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} />
      <Revoke device={device} onGone={kept} />
    </FormDialog>
  )
}

function Revoke({ device, onGone }: { device: Device; onGone: (devices: Device[]) => void }) {
  const t = useTranslations('devices')
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => revokeDevice(device.id),
    onSuccess: (answer) => onGone(answer.devices),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {t('revoke')}
      </Button>
      <ConfirmDialog
        title={t('revokeTitle', { name: device.name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate()}
        confirmLabel={t('revoke')}
        isPending={revoke.isPending}
        isDanger
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  )
}
