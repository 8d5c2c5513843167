'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { DeviceRegisterIn } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import * as rules from '@/lib/rules'
import { devicesQuery, registerDevice } from '../api'
import { kinds } from '../model'

const schema = z.looseObject({ name: rules.name(80) })
type Made = { token: string; kind: DeviceRegisterIn['kind'] }
const shown = ['name', 'kind', 'platform']

/** A new device, and then its token: shown this once. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <TokenDialog {...made} onClose={onClose} />
  return (
    <FormDialog<DeviceRegisterIn, Made>
      title={t('register')}
      values={{ name: '', kind: 'pos', platform: '' }}
      schema={schema}
      shown={shown}
      save={(values) => registerDevice(values).then(({ token }) => ({ token, kind: values.kind }))}
      onSaved={(answer) => {
        setMade(answer)
        void queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <FormRadio
        name="kind"
        label={t('kind')}
        options={kinds.map((id) => ({ id, name: t(`kind_${id}`), note: t(`kindNote_${id}`) }))}
      />
    </FormDialog>
  )
}

function TokenDialog({ token, kind, onClose }: Made & { onClose: () => void }) {
  const t = useTranslations('devices')
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
        {kind === 'tts' ? (
          <>
            <p className="text-sm text-pretty text-soft">{t('announcerText')}</p>
            <CopyBox text={`${window.location.origin}/announcer#device=${token}`} label={t('announcerLink')} />
          </>
        ) : (
          <CopyBox text={token} label={t('token')} />
        )}
      </div>
    </Dialog>
  )
}
