'use client'
import { useQuery } from '@tanstack/react-query'
import { Ban, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Drawer } from '@/components/ui/drawer'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { isolate } from '@/lib/isolate'
import { languageName } from '@/lib/languages'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { waiverQuery, type WaiverRow } from '../api'
import { StateBadge } from './state-badge'

const VoidDialog = late(() => import('./void-dialog').then((file) => file.VoidDialog))
const AssignDialog = late(() => import('./assign-dialog').then((file) => file.AssignDialog))

/** One signed waiver beside the list: what was signed, by whom, and for whom it counts. */
export function WaiverDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations('waivers')
  const { data, error, refetch } = useQuery(waiverQuery(id))
  return (
    <Drawer title={data?.name ?? t('waiver')} isOpen onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data && <Waiver row={data} />}
    </Drawer>
  )
}

function Waiver({ row }: { row: WaiverRow }) {
  const t = useTranslations('waivers')
  const mayAssign = useCan('booking.check_in')
  const mayVoid = useCan('trip.edit')
  const [open, setOpen] = useState<'void' | 'assign' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="space-y-5 pt-1">
      <StateBadge row={row} />
      <div className="flex flex-wrap gap-3">
        <a href={row.pdf_url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          <FileText aria-hidden className="size-4" />
          {t('openPdf')}
        </a>
        {mayAssign && !row.voided_at && !row.is_assigned && (
          <Button onPress={() => setOpen('assign')}>{t('assign')}</Button>
        )}
        {mayVoid && !row.voided_at && (
          <Button look="danger" onPress={() => setOpen('void')}>
            <Ban aria-hidden className="size-4" />
            {t('void')}
          </Button>
        )}
      </div>
      <Facts row={row} />
      {open === 'void' && <VoidDialog row={row} onClose={close} />}
      {open === 'assign' && <AssignDialog row={row} day={row.day} onClose={close} />}
    </div>
  )
}

const relations = ['self', 'parent', 'guardian'] as const

function Facts({ row }: { row: WaiverRow }) {
  const t = useTranslations('waivers')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const relation = relations.find((one) => one === row.relation) ?? 'self'
  const trip = row.trip && (
    <AppLink to="trip" params={{ trip: row.trip.hash, tab: '' }} className="text-accent underline">
      {row.trip.confirmation_code}
      {row.trip.name && ` · ${isolate(row.trip.name)}`}
    </AppLink>
  )
  const signer = row.is_minor
    ? t('signedBy', { name: row.signer_name, relation: t(`relation_${relation}`) })
    : row.signer_name
  return (
    <KeyValues
      rows={[
        [t('col_template'), t('templateVersion', { name: row.template.name, n: row.template_version })],
        [t('col_trip'), trip],
        [t('col_day'), format.day(row.day, 'medium')],
        [t('col_signer'), signer],
        [t('bornOn'), row.birth_date && format.day(row.birth_date, 'medium')],
        [t('col_email'), row.email],
        [t('col_signed_at'), format.instant(row.signed_at, zone)],
        [t('method'), t(row.method === 'typed' ? 'method_typed' : 'method_drawn')],
        [t('language'), languageName(row.locale)],
        [t('col_expires_on'), row.expires_on ? format.day(row.expires_on, 'medium') : t('never')],
        ...(row.voided_at ? [[t('voidedAt'), format.instant(row.voided_at, zone)] as [string, string]] : []),
      ]}
    />
  )
}
