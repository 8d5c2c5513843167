'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TosDraft, TosVersion } from '@/api/platform-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { termsQuery } from '../api'
import { AgreementsDialog } from './agreements-dialog'
import { DraftDialog } from './draft-dialog'
import { PublishDialog } from './publish-dialog'

type Open = { what: 'edit'; draft: TosDraft | null } | { what: 'publish'; draft: TosDraft } | null

/** The terms that operators agree to: versions in force and announced, drafts, and who agreed. */
export function PlatformTermsScreen() {
  const t = useTranslations('platformTerms')
  const { data, error, refetch } = useQuery(termsQuery)
  const [open, setOpen] = useState<Open>(null)
  const [version, setVersion] = useState<TosVersion | null>(null)
  const close = () => setOpen(null)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')}>
        <Button look="primary" onPress={() => setOpen({ what: 'edit', draft: null })}>
          <Plus aria-hidden className="size-4" />
          {t('newDraft')}
        </Button>
      </PageHeader>
      {data ? (
        <div className="space-y-5">
          {data.drafts.length > 0 && (
            <Card title={t('drafts')}>
              <Drafts drafts={data.drafts} onOpen={setOpen} />
            </Card>
          )}
          <Card title={t('versions')}>
            <Versions versions={data.versions} onRow={setVersion} />
          </Card>
        </div>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
      {open?.what === 'edit' && <DraftDialog draft={open.draft} onClose={close} />}
      {open?.what === 'publish' && <PublishDialog draft={open.draft} onClose={close} />}
      {version && <AgreementsDialog version={version} onClose={() => setVersion(null)} />}
    </PageBody>
  )
}

function Drafts({ drafts, onOpen }: { drafts: TosDraft[]; onOpen: (open: Open) => void }) {
  const t = useTranslations('platformTerms')
  return (
    <ul className="divide-y">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-wrap items-center gap-3 py-2.5">
          <span className="grow font-medium">{draft.texts['en']?.title}</span>
          <Badge>{t(draft.is_major ? 'major' : 'minor')}</Badge>
          <Button size="sm" onPress={() => onOpen({ what: 'edit', draft })}>
            {t('edit')}
          </Button>
          <Button size="sm" onPress={() => onOpen({ what: 'publish', draft })}>
            {t('preview')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Versions({ versions, onRow }: { versions: TosVersion[]; onRow: (row: TosVersion) => void }) {
  const t = useTranslations('platformTerms')
  const format = useFormat()
  const columns = [
    { id: 'title', name: t('version'), isRowHeader: true },
    { id: 'from', name: t('effective') },
    { id: 'languages', name: t('languages') },
    { id: 'agreed', name: t('agreed'), align: 'end' as const },
    { id: 'waiting', name: t('waiting'), align: 'end' as const },
  ]
  const cell = (row: TosVersion, column: string) => {
    if (column === 'title') return t('versionOf', { title: row.title, version: row.version })
    if (column === 'from') return format.instant(row.effective_at, 'UTC')
    if (column === 'languages') return row.locales.join(', ')
    return format.number(column === 'agreed' ? row.agreed_cnt : row.waiting_cnt)
  }
  return (
    <SimpleTable
      label={t('versions')}
      columns={columns}
      rows={versions}
      rowKey={(row) => `${row.audience}${row.version}`}
      cell={cell}
      onRow={onRow}
    />
  )
}
