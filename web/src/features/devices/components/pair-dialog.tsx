'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Pairing, PairingIn } from '@/api/device-models'
import { FormRadio, FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { QrCode } from '@/components/security/qr-code'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import * as z from 'zod/mini'
import { devicesQuery } from '../api'
import { kinds } from '../model'
import { createPairing, locationsQuery, pairingQuery } from '../printing-api'

const schema = z.looseObject({})
const shown = ['kind', 'location_id']

/** A QR code that makes a device of whatever opens it; it stays until that happened. */
export function PairDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('devices')
  const [pairing, setPairing] = useState<Pairing | null>(null)
  const locations = useQuery(locationsQuery)
  if (pairing) return <CodeDialog pairing={pairing} onAgain={() => setPairing(null)} onClose={onClose} />
  const places = [{ id: 0, name: t('anyPlace') }, ...(locations.data ?? []).map(({ id, name }) => ({ id, name }))]
  return (
    <FormDialog<{ kind: PairingIn['kind']; location_id: number }, Pairing>
      title={t('pair')}
      label={t('showCode')}
      values={{ kind: 'pos', location_id: 0 }}
      schema={schema}
      shown={shown}
      save={({ kind, location_id }) => createPairing({ kind, location_id: location_id || null })}
      onSaved={setPairing}
      onClose={onClose}
    >
      <FormRadio
        name="kind"
        label={t('kind')}
        options={kinds.map((id) => ({ id, name: t(`kind_${id}`), note: t(`kindNote_${id}`) }))}
      />
      <FormSelect name="location_id" label={t('place')} options={places} />
    </FormDialog>
  )
}

type CodeProps = { pairing: Pairing; onAgain: () => void; onClose: () => void }

function CodeDialog({ pairing, onAgain, onClose }: CodeProps) {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  const { data } = useQuery(pairingQuery(pairing.pairing_id))
  const isPaired = data?.state === 'paired'
  useEffect(() => {
    if (isPaired) void queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
  }, [isPaired, queries])
  const footer = (
    <Button look={isPaired ? 'primary' : 'secondary'} onPress={onClose}>
      {t(isPaired ? 'pairDone' : 'pairStop')}
    </Button>
  )
  return (
    <Dialog title={t('pair')} isOpen onClose={onClose} footer={footer}>
      {isPaired ? (
        <Notice tone="info">{t('paired', { name: data.device_name })}</Notice>
      ) : data?.state === 'expired' ? (
        <div className="space-y-4">
          <Notice tone="warn">{t('pairExpired')}</Notice>
          <Button onPress={onAgain}>{t('pairAgain')}</Button>
        </div>
      ) : (
        <Code pairing={pairing} />
      )}
    </Dialog>
  )
}

function Code({ pairing }: { pairing: Pairing }) {
  const t = useTranslations('devices')
  const code = `${pairing.code.slice(0, 5)}-${pairing.code.slice(5)}`
  return (
    <div className="flex flex-col items-center gap-5 text-center">
      <QrCode rows={pairing.qr} label={t('qrCode')} />
      <p className="max-w-prose text-sm text-pretty text-soft">{t('pairText')}</p>
      <div>
        <p className="text-sm break-all text-faint">{pairing.url.split('#')[0]}</p>
        <p className="text-2xl font-semibold tracking-widest tabular-nums" aria-label={t('pairCode')}>
          {code}
        </p>
      </div>
      <p role="status" className="text-sm text-faint">
        {t('pairWaiting')}
      </p>
    </div>
  )
}
