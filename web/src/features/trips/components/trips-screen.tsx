'use client'
import { late } from '@/lib/late'
import { useQueryClient } from '@tanstack/react-query'
import { Flag, Tag, TicketX } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { TripRow } from '@/api/models'
import { DataTable } from '@/components/table/data-table'
import type { BulkTarget } from '@/components/table/model'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { isolate } from '@/lib/isolate'
import { fullName } from '@/lib/names'
import { useCan } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { fetchTrips, tripAhead } from '../api'
import { useColumnName, useOptionName, useTripColumns } from '../columns'
import { useTripViews } from '../views'
import { TripLines } from './trip-lines'

const FlagDialog = late(() => import('./flag-dialog').then((file) => file.FlagDialog))
const SourceDialog = late(() => import('./source-dialog').then((file) => file.SourceDialog))

type Doing = { what: 'source' | 'flag'; target: BulkTarget; clear: () => void }

/** Every trip there is: found, filtered, sorted, exported, marked; each row opens its page. */
export function TripsScreen() {
  const t = useTranslations('shell')
  useRoute('trips')
  useTitle(t('page_trips'))
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const begun = () => {
    doing?.clear()
    close()
  }
  return (
    <PageBody width="full">
      <PageHeader title={t('page_trips')} />
      <TripsTable onDo={setDoing} />
      {doing?.what === 'source' && <SourceDialog target={doing.target} onClose={close} onBegun={begun} />}
      {doing?.what === 'flag' && <FlagDialog target={doing.target} onClose={close} onBegun={begun} />}
    </PageBody>
  )
}

function useActions(onDo: (doing: Doing) => void) {
  const t = useTranslations('trips')
  return (target: BulkTarget, clear: () => void) => [
    {
      id: 'source',
      label: t('setSource'),
      icon: <Tag aria-hidden className="size-4" />,
      onAction: () => onDo({ what: 'source', target, clear }),
    },
    {
      id: 'flag',
      label: t('flag'),
      icon: <Flag aria-hidden className="size-4" />,
      onAction: () => onDo({ what: 'flag', target, clear }),
    },
  ]
}

function TripsTable({ onDo }: { onDo: (doing: Doing) => void }) {
  const t = useTranslations('trips')
  const shell = useTranslations('shell')
  const locale = useLocale()
  const client = useQueryClient()
  const canEdit = useCan('trip.edit')
  const canExport = useCan('export')
  const actions = useActions(onDo)
  const rowHref = useCallback((trip: TripRow) => href('trip', { trip: trip.hash }, locale), [locale])
  const ahead = useCallback((trip: TripRow) => void client.prefetchQuery(tripAhead(trip.hash)), [client])
  return (
    <DataTable
      table="trips"
      label={shell('page_trips')}
      columns={useTripColumns()}
      systemViews={useTripViews()}
      fetchPage={fetchTrips}
      columnName={useColumnName()}
      optionName={useOptionName()}
      searchLabel={t('search')}
      rowName={(trip) => `${trip.confirmation_code} ${isolate(fullName(trip.contact))}`}
      rowHref={rowHref}
      onRowHover={ahead}
      phoneRow={phoneRow}
      bulkActions={canEdit ? actions : undefined}
      isExported={canExport}
      empty={<NoTrips />}
    />
  )
}

const phoneRow = (trip: TripRow) => <TripLines trip={trip} />

function NoTrips() {
  const t = useTranslations('trips')
  return (
    <EmptyState icon={<TicketX aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      <AppLink to="manifest" params={{}} className={buttonClass('primary')}>
        {t('toManifest')}
      </AppLink>
    </EmptyState>
  )
}
