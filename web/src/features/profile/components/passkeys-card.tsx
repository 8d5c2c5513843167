'use client'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { PasskeyRow, Security } from '@/api/models'
import { addPasskey } from '@/components/security/api'
import { RecoveryCodes } from '@/components/security/recovery-codes'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { canUsePasskeys } from '@/lib/passkeys'
import { toast } from '@/lib/toast'
import { removePasskey, renamePasskey } from '../api'
import { useDeed } from '../use-deed'
import { deviceName, distanceTo } from '../words'
import { Row } from './row'

/** Passkeys: finger, face or the computer's own PIN instead of a password. */
export function PasskeysCard({ security }: { security: Security }) {
  const t = useTranslations('profile')
  const [codes, setCodes] = useState<string[] | null>(null)
  const add = useDeed(
    () => addPasskey(deviceName(navigator.userAgent)),
    (found) => {
      if (!found) return
      setCodes(found.recovery_codes)
      if (!found.recovery_codes) toast.success(t('passkeyAdded'))
    },
  )
  return (
    <Card title={t('passkeys')}>
      <p className="mb-4 text-pretty text-soft">{t('passkeysText')}</p>
      {security.passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      <div className="pt-3">
        {canUsePasskeys() ? (
          <Button onPress={() => add.mutate(undefined)} isPending={add.isPending}>
            <Plus aria-hidden className="size-4" />
            {t('addPasskey')}
          </Button>
        ) : (
          <p className="text-sm text-faint">{t('noPasskeysHere')}</p>
        )}
      </div>
      <Dialog title={t('codesTitle')} isOpen={codes !== null} onClose={() => setCodes(null)} isDismissable={false}>
        <RecoveryCodes codes={codes ?? []} onDone={() => setCodes(null)} />
      </Dialog>
    </Card>
  )
}

function PasskeyLine({ passkey }: { passkey: PasskeyRow }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const locale = useLocale()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const used = passkey.last_used_at ? t('lastUsed', { when: distanceTo(passkey.last_used_at, locale) }) : t('neverUsed')
  return (
    <Row
      icon={<KeyRound />}
      title={
        <>
          <bdi>{passkey.name}</bdi>
          {passkey.is_synced && <Badge>{t('synced')}</Badge>}
        </>
      }
      text={passkey.is_here ? used : t('worksAt', { host: passkey.host })}
    >
      <Button look="quiet" aria-label={t('renameOf', { name: passkey.name })} onPress={() => setOpen('rename')}>
        {t('rename')}
      </Button>
      <Button look="quiet" aria-label={t('removeOf', { name: passkey.name })} onPress={() => setOpen('remove')}>
        {common('remove')}
      </Button>
      {open === 'rename' && <Rename passkey={passkey} onClose={() => setOpen(null)} />}
      <Removal passkey={passkey} isOpen={open === 'remove'} onClose={() => setOpen(null)} />
    </Row>
  )
}

function Rename({ passkey, onClose }: { passkey: PasskeyRow; onClose: () => void }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const [name, setName] = useState(passkey.name)
  const save = useDeed(renamePasskey, onClose)
  return (
    <Dialog title={t('rename')} isOpen onClose={onClose} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ id: passkey.id, name })
        }}
      >
        <TextField label={t('passkeyName')} autoFocus maxLength={60} value={name} onChange={setName} />
        <Button type="submit" look="primary" isPending={save.isPending} isDisabled={!name.trim()}>
          {common('save')}
        </Button>
      </form>
    </Dialog>
  )
}

type RemovalProps = { passkey: PasskeyRow; isOpen: boolean; onClose: () => void }

function Removal({ passkey, isOpen, onClose }: RemovalProps) {
  const t = useTranslations('profile')
  const remove = useDeed(removePasskey, () => toast.success(t('passkeyRemoved')))
  return (
    <ConfirmDialog
      title={t('passkeyRemoveTitle', { name: passkey.name })}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        remove.mutate(passkey.id)
      }}
      confirmLabel={t('passkeyRemove')}
      isDanger
    >
      {t('passkeyRemoveText')}
    </ConfirmDialog>
  )
}
