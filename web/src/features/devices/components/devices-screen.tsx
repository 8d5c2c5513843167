'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Device } from '@/api/models'
import { ConfirmedProvider } from '@/components/security/confirmed'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { Card, PageBody } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { devicesQuery } from '../api'
import { kinds, shows } from '../model'
import { AnnouncementsCard } from './announcements-card'
import { CertificateCard } from './certificate-card'
import { DeviceDialog } from './device-dialog'
import { KioskCard } from './kiosk-card'
import { JobsCard } from './jobs-card'
import { PrintersCard } from './printers-card'
import { RegisterDialog } from './register-dialog'
import { VoicesCard } from './voices-card'

const PairDialog = late(() => import('./pair-dialog').then((file) => file.PairDialog))

/** Terminals, tablets and printers that belong to the operator. */
export function DevicesScreen() {
  const t = useTranslations('devices')
  const [open, setOpen] = useState<Device | 'new' | 'pair' | null>(null)
  const add = (
    <>
      <Button onPress={() => setOpen('new')}>{t('register')}</Button>
      <Button look="primary" onPress={() => setOpen('pair')}>
        <Plus aria-hidden className="size-4" />
        {t('pair')}
      </Button>
    </>
  )
  return (
    <PageBody>
      <AskedNew onAsk={() => setOpen('pair')} />
      <SetupHeader page="devices" title={t('title')} text={t('text')}>
        {add}
      </SetupHeader>
      <div className="space-y-6">
        <Devices onOpen={setOpen} />
        <KioskCard />
        <PrintersCard />
        <JobsCard />
        <ConfirmedProvider>
          <CertificateCard />
        </ConfirmedProvider>
        <VoicesCard />
        <AnnouncementsCard />
      </div>
      {open === 'new' && <RegisterDialog onClose={() => setOpen(null)} />}
      {open === 'pair' && <PairDialog onClose={() => setOpen(null)} />}
      {open && open !== 'new' && open !== 'pair' && <DeviceDialog device={open} onClose={() => setOpen(null)} />}
    </PageBody>
  )
}

function Devices({ onOpen }: { onOpen: (device: Device | 'pair') => void }) {
  const t = useTranslations('devices')
  const { data, error, refetch } = useQuery(devicesQuery)
  const cell = useCell()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<Smartphone aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')}>
        <Button look="primary" size="lg" onPress={() => onOpen('pair')}>
          {t('pair')}
        </Button>
      </EmptyState>
    )
  }
  const phone = (device: Device) => <PhoneRow device={device} onOpen={() => onOpen(device)} />
  const columns = [
    { id: 'name', name: t('name'), isRowHeader: true },
    { id: 'kind', name: t('kind') },
    { id: 'place', name: t('place') },
    { id: 'showing', name: t('showing') },
    { id: 'seen', name: t('seen') },
  ]
  return (
    <Card>
      <SimpleTable label={t('title')} columns={columns} rows={data} cell={cell} onRow={onOpen} phone={phone} />
    </Card>
  )
}

function PhoneRow({ device, onOpen }: { device: Device; onOpen: () => void }) {
  const t = useTranslations('devices')
  const cell = useCell()
  return (
    <button type="button" onClick={onOpen} className="w-full space-y-0.5 text-start">
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 truncate font-medium">{device.name}</bdi>
        <span className="shrink-0 text-sm text-soft">{cell(device, 'kind')}</span>
      </span>
      <span className="block truncate text-sm text-soft">
        {[device.location?.name, cell(device, 'showing')].filter(Boolean).join(' · ')}
      </span>
      <span className="block text-sm text-faint">
        {t('seen')}: {cell(device, 'seen')}
      </span>
    </button>
  )
}

function useCell() {
  const t = useTranslations('devices')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (device: Device, column: string) => {
    if (column === 'name') return <span className="font-medium">{device.name}</span>
    if (column === 'kind') return t(`kind_${kinds.find((one) => one === device.kind) ?? 'kiosk'}`)
    if (column === 'showing') return t(`showing_${shows.find((one) => one === device.showing) ?? 'nothing'}`)
    if (column === 'place') return device.location?.name ?? '–'
    return device.last_seen_at ? format.instant(device.last_seen_at, zone) : t('neverSeen')
  }
}
