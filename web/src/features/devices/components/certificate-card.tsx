'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { PrintKey, PrintKeyIn } from '@/api/device-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { certificate } from '@/components/printing/qz'
import { useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { printKeyQuery, rotatePrintKey, setPrintKey } from '../printing-api'

const schema = z.looseObject({ certificate: rules.name(), private_key: rules.name() })
const shown = ['certificate', 'private_key']

function save(pem: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }))
  link.download = 'override.crt'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The certificate that QZ Tray trusts, and how to have each computer trust it. */
export function CertificateCard() {
  const t = useTranslations('printing')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const [open, setOpen] = useState<'own' | 'rotate' | null>(null)
  const { data } = useQuery(printKeyQuery)
  return (
    <Card title={t('qz')}>
      <div className="max-w-prose space-y-3 text-sm text-pretty text-soft">
        <p>{t('qzText')}</p>
        <ol className="list-decimal space-y-1 ps-5">
          {(['qzStep1', 'qzStep2', 'qzStep3'] as const).map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        {data && (
          <p className="break-all text-faint">
            {t(data.is_own ? 'keyOwn' : 'keyOurs', { date: format.instant(data.valid_until, zone) })}
            <br />
            SHA-256 {data.fingerprint}
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" look="primary" onPress={() => void certificate().then(save)}>
          {t('download')}
        </Button>
        <Button size="sm" onPress={() => setOpen('own')}>
          {t('ownKey')}
        </Button>
        <Button size="sm" look="quiet" onPress={() => setOpen('rotate')}>
          {t('rotate')}
        </Button>
      </div>
      {open === 'own' && <OwnDialog onClose={() => setOpen(null)} />}
      {open === 'rotate' && <RotateDialog onClose={() => setOpen(null)} />}
    </Card>
  )
}

function OwnDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('printing')
  const keep = useKeep(onClose)
  const confirmed = useConfirmed()
  return (
    <FormDialog<PrintKeyIn, PrintKey>
      title={t('ownKey')}
      values={{ certificate: '', private_key: '' }}
      schema={schema}
      shown={shown}
      save={(values) => confirmed(() => setPrintKey(values))}
      onSaved={keep}
      onClose={onClose}
    >
      <FormText rows={6} name="certificate" label={t('certificate')} hint={t('certificateHint')} />
      <FormText rows={6} name="private_key" label={t('privateKey')} hint={t('privateKeyHint')} />
    </FormDialog>
  )
}

function RotateDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('printing')
  const errorText = useErrorText()
  const confirmed = useConfirmed()
  const keep = useKeep(onClose)
  return (
    <ConfirmDialog
      title={t('rotate')}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirmed(rotatePrintKey).then(keep, (error) => toast.error(errorText(error)))}
      confirmLabel={t('rotate')}
      isDanger
    >
      {t('rotateText')}
    </ConfirmDialog>
  )
}

function useKeep(onClose: () => void) {
  const queries = useQueryClient()
  return (key: PrintKey) => {
    queries.setQueryData(printKeyQuery.queryKey, key)
    onClose()
  }
}
