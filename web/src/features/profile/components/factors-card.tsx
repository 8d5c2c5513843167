'use client'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Security } from '@/api/models'
import { RecoveryCodes } from '@/components/security/recovery-codes'
import { TotpSetup } from '@/components/security/totp-setup'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { toast } from '@/lib/toast'
import { removeTotp, renewCodes, useRenewMe } from '../api'
import { useDeed } from '../use-deed'
import { Row } from './row'

type Window = 'setup' | 'remove' | 'renew' | null

/** The second step: an authenticator app, and codes for the day it is lost. */
export function FactorsCard({ security }: { security: Security }) {
  const t = useTranslations('profile')
  const [open, setOpen] = useState<Window>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useRenewMe()
  const isOn = security.has_totp || security.passkeys.length > 0
  const finish = (found: string[] | null) => {
    setOpen(null)
    setCodes(found)
    if (!found) toast.success(t('totpReplaced'))
    void renew()
  }
  return (
    <Card title={t('twoSteps')} actions={isOn && <OnBadge />}>
      <p className="mb-4 text-pretty text-soft">{t('twoStepsText')}</p>
      {security.is_second_factor_required && <Notice tone="info">{t('required')}</Notice>}
      <TotpRow security={security} onOpen={setOpen} />
      {isOn && <CodesRow left={security.recovery_codes_left} onRenew={() => setOpen('renew')} />}
      <Dialog title={t('totpTitle')} isOpen={open === 'setup'} onClose={() => setOpen(null)}>
        <TotpSetup onDone={finish} />
      </Dialog>
      <Removal isOpen={open === 'remove'} onClose={() => setOpen(null)} />
      <Renewal isOpen={open === 'renew'} onClose={() => setOpen(null)} onCodes={finish} />
      <Dialog title={t('codesTitle')} isOpen={codes !== null} onClose={() => setCodes(null)} isDismissable={false}>
        <RecoveryCodes codes={codes ?? []} onDone={() => setCodes(null)} />
      </Dialog>
    </Card>
  )
}

function OnBadge() {
  const t = useTranslations('profile')
  return (
    <Badge tone="good">
      <ShieldCheck aria-hidden className="size-3.5" />
      {t('on')}
    </Badge>
  )
}

function TotpRow({ security, onOpen }: { security: Security; onOpen: (open: Window) => void }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  return (
    <Row title={t('totp')} text={security.has_totp ? t('totpOn') : t('totpOff')}>
      <Button onPress={() => onOpen('setup')}>{security.has_totp ? t('replace') : t('setUp')}</Button>
      {security.has_totp && (
        <Button look="quiet" onPress={() => onOpen('remove')}>
          {common('remove')}
        </Button>
      )}
    </Row>
  )
}

function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  const t = useTranslations('profile')
  return (
    <Row title={t('codes')} text={t('codesLeft', { count: left })} isWarning={left < 4}>
      <Button onPress={onRenew}>{t('newCodes')}</Button>
    </Row>
  )
}

type DialogProps = { isOpen: boolean; onClose: () => void }

function Removal({ isOpen, onClose }: DialogProps) {
  const t = useTranslations('profile')
  const remove = useDeed(removeTotp, () => toast.success(t('totpRemoved')))
  return (
    <ConfirmDialog
      title={t('totpRemoveTitle')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        remove.mutate(undefined)
      }}
      confirmLabel={t('totpRemove')}
      isDanger
    >
      {t('totpRemoveText')}
    </ConfirmDialog>
  )
}

function Renewal({ isOpen, onClose, onCodes }: DialogProps & { onCodes: (codes: string[] | null) => void }) {
  const t = useTranslations('profile')
  const renew = useDeed(renewCodes, ({ recovery_codes }) => onCodes(recovery_codes))
  return (
    <ConfirmDialog
      title={t('newCodesTitle')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        renew.mutate(undefined)
      }}
      confirmLabel={t('newCodes')}
    >
      {t('newCodesText')}
    </ConfirmDialog>
  )
}
