'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { TosAgreement, TosVersion } from '@/api/platform-models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { agreementsQuery, evidenceAddress } from '../api'

/** Who agreed to one version, and the files that prove it. */
export function AgreementsDialog({ version, onClose }: { version: TosVersion; onClose: () => void }) {
  const t = useTranslations('platformTerms')
  const query = useInfiniteQuery(agreementsQuery(version))
  return (
    <Dialog
      size="lg"
      title={t('versionOf', { title: version.title, version: version.version })}
      isOpen
      onClose={onClose}
      footer={<Evidence version={version} />}
    >
      <p className="mb-3 text-xs break-all text-faint">SHA-256 {version.sha256}</p>
      {query.data ? (
        <Agreements rows={query.data.pages.flatMap((page) => page.data)} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-48 rounded-xl" />
      )}
      {query.hasNextPage && (
        <Button className="mt-4" onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </Dialog>
  )
}

function Agreements({ rows }: { rows: TosAgreement[] }) {
  const t = useTranslations('platformTerms')
  const format = useFormat()
  const columns = [
    { id: 'account', name: t('operator'), isRowHeader: true },
    { id: 'person', name: t('person') },
    { id: 'at', name: t('when') },
  ]
  const cell = (row: TosAgreement, column: string) => {
    if (column === 'at') return format.instant(row.agreed_at, 'UTC')
    return <bdi>{column === 'account' ? row.account : row.person || row.email}</bdi>
  }
  return (
    <SimpleTable
      label={t('agreed')}
      columns={columns}
      rows={rows}
      cell={cell}
      empty={<p className="text-faint">{t('nobody')}</p>}
    />
  )
}

function Evidence({ version }: { version: TosVersion }) {
  const t = useTranslations('platformTerms')
  const locale = useLocale()
  return (['pdf', 'csv', 'json'] as const).map((kind) => (
    <a key={kind} href={evidenceAddress(version, kind, locale)} download className={buttonClass()}>
      <Download aria-hidden className="size-4" />
      {t('evidence', { kind: kind.toUpperCase() })}
    </a>
  ))
}
