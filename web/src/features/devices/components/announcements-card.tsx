'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AnnouncementTemplate } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan, useCanForAll } from '@/lib/session'
import { announcementsQuery } from '../announcements-api'
import { useAnnouncementDeeds } from '../use-announcement-deeds'
import { AnnouncementRow } from './announcement-row'

const AnnouncementDialog = late(() => import('./announcement-dialog').then((file) => file.AnnouncementDialog))

/** The operator's own words for what is announced often, in the order in which staff choose from them. */
export function AnnouncementsCard() {
  const t = useTranslations('announcements')
  const maySet = useCan('setup.general')
  const maySee = useCanForAll('manifest.view')
  const [open, setOpen] = useState<AnnouncementTemplate | 'new' | null>(null)
  const { data, error, refetch } = useQuery({ ...announcementsQuery, enabled: maySee })
  if (!maySee) return null
  const add = maySet && data && (
    <Button size="sm" onPress={() => setOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
  return (
    <Card title={t('title')} actions={add}>
      <p className="max-w-prose text-sm text-pretty text-soft">{t('text')}</p>
      <div className="mt-4">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton className="h-16 rounded-md" />}
        {data && <Announcements all={data} maySet={maySet} onEdit={setOpen} />}
      </div>
      {open && <AnnouncementDialog template={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

type Props = { all: AnnouncementTemplate[]; maySet: boolean; onEdit: (template: AnnouncementTemplate) => void }

function Announcements({ all, maySet, onEdit }: Props) {
  const t = useTranslations('announcements')
  const { order, ids } = useAnnouncementDeeds()
  const live = all.filter(({ archived_at }) => !archived_at)
  const place = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  const rows = ids.length ? live.toSorted((a, b) => place(a.id) - place(b.id)) : live
  return (
    <>
      {rows.length === 0 ? (
        <p className="text-sm text-faint">{t('empty')}</p>
      ) : (
        <ReorderList
          label={t('title')}
          items={rows}
          isDisabled={!maySet || rows.length < 2}
          onReorder={order}
          row={(template) => <AnnouncementRow template={template} maySet={maySet} onEdit={() => onEdit(template)} />}
        />
      )}
      <Archived rows={all.filter(({ archived_at }) => archived_at)} maySet={maySet} />
    </>
  )
}

/** What was put away; it comes back behind the others. */
function Archived({ rows, maySet }: { rows: AnnouncementTemplate[]; maySet: boolean }) {
  const t = useTranslations('announcements')
  const [isOpen, setOpen] = useState(false)
  const { archive } = useAnnouncementDeeds()
  if (rows.length === 0) return null
  return (
    <div className="mt-3">
      <Button size="sm" look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('archived', { count: rows.length })}
      </Button>
      {isOpen && (
        <ul aria-label={t('archived', { count: rows.length })} className="mt-1 divide-y">
          {rows.map((one) => (
            <li key={one.id} className="flex min-h-12 items-center justify-between gap-3 py-1.5 text-soft">
              <bdi className="min-w-0 truncate">{one.name}</bdi>
              {maySet && (
                <Button
                  size="sm"
                  isPending={archive.isPending}
                  onPress={() => archive.mutate({ id: one.id, isArchived: false })}
                >
                  {t('restore')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
