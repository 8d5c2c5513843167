'use client'
import { History } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { AuditEntry } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { DataTable } from '@/components/table/data-table'
import type { SystemView } from '@/components/table/model'
import { PageBody } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { fetchAuditLogs } from '../api'
import { useDeedName } from '../use-deed-name'
import { useAuditColumns, useOptionName } from './use-audit-columns'
import { Changes } from './changes'

/** Who changed what, when and from where. */
export function AuditScreen() {
  useRoute('auditLogViewer')
  const t = useTranslations('audit')
  const locale = useLocale()
  const deedName = useDeedName()
  const views = useMemo<SystemView[]>(() => [{ id: 'all', title: t('all'), sort: '-at' }], [t])
  const rowHref = useCallback(
    (row: AuditEntry) =>
      row.trip_id === null ? href('auditLogViewer', {}, locale) : href('trip', { trip: String(row.trip_id) }, locale),
    [locale],
  )
  return (
    <PageBody width="full">
      <SetupHeader page="auditLogViewer" title={t('title')} text={t('text')} />
      <DataTable
        table="auditLogs"
        label={t('title')}
        columns={useAuditColumns()}
        systemViews={views}
        fetchPage={fetchAuditLogs}
        optionName={useOptionName()}
        searchLabel={t('search')}
        rowName={(row) => `${isolate(row.actor.name)} ${deedName(row.action)}`}
        rowHref={rowHref}
        phoneRow={phoneRow}
        isExported={useCan('export')}
        empty={<EmptyState icon={<History aria-hidden className="size-6" />} title={t('empty')} />}
      />
    </PageBody>
  )
}

const phoneRow = (row: AuditEntry) => <PhoneRow row={row} />

function PhoneRow({ row }: { row: AuditEntry }) {
  const deedName = useDeedName()
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (
    <span className="block text-sm">
      <span className="block font-medium">{deedName(row.action)}</span>
      <span className="block truncate text-faint">
        {[row.actor.name, format.instant(row.at, zone)].filter(Boolean).join(' · ')}
      </span>
      <Changes entry={row} />
    </span>
  )
}
