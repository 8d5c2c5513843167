'use client'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Download, EllipsisVertical, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomReport } from '@/api/report-models'
import { Isolated } from '@/components/isolated'
import { Button, IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { savedQuery } from '../saved'
import { useReportWords } from '../words'
import { Crumbs } from './crumbs'
import type { HeadProps } from './head-props'
import type { MoreProps } from './more-entries'

const FileDialog = late(() => import('./file-dialog').then((file) => file.FileDialog))
const RemoveDialog = late(() => import('./remove-dialog').then((file) => file.RemoveDialog))
const ShareDialog = late(() => import('@/components/report-links/share-dialog').then((file) => file.ShareDialog))
const SaveDialog = late(() => import('./save-dialog').then((file) => file.SaveDialog))
const MoreMenu = lateMenu<MoreProps>(() => import('./more-entries').then((file) => file.MoreEntries))

type Window = 'file' | 'save' | 'remove' | 'share'
// The report whose figures anyone with a link may read.
const shared = 'tripsConverted'

/** What a report is called and about, the way back, and what can be done with it. */
export function ReportHead(props: HeadProps) {
  const { state } = props
  const t = useTranslations('reports')
  const words = useReportWords()
  const saved = useQuery(savedQuery).data?.reports.find(({ id }) => id === state.saved)
  const [open, setOpen] = useState<Window | null>(null)
  const title = words.name(state.report)
  return (
    <>
      <PageHeader
        above={<Crumbs state={state} />}
        title={saved ? <Isolated>{saved.name}</Isolated> : title}
        text={saved ? `${title}. ${words.about(state.report)}` : words.about(state.report)}
      >
        <Deeds {...props} saved={saved} onOpen={setOpen} />
      </PageHeader>
      {saved && saved.missing.length > 0 && (
        <div className="mb-4">
          <Notice tone="warn">
            {t('missing', { names: saved.missing.map((key) => words.column(key)).join(', ') })}
          </Notice>
        </div>
      )}
      <Windows {...props} {...{ saved, open }} name={title} onClose={() => setOpen(null)} />
    </>
  )
}

type DeedsProps = HeadProps & { saved: CustomReport | undefined; onOpen: (open: Window) => void }

function Deeds({ state, show, saved, onOpen }: DeedsProps) {
  const t = useTranslations('reports')
  const canExport = useCan('export')
  // Whose role shows one report alone keeps none.
  const canSave = useCan('report.view')
  const canShare = useCan('crm.manage') && state.report === shared
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {canExport && (
        <Button onPress={() => onOpen('file')}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </Button>
      )}
      {canSave && (
        <Button onPress={() => onOpen('save')}>
          <Bookmark aria-hidden className="size-4" />
          {saved?.is_editable ? t('change') : t('save')}
        </Button>
      )}
      {canShare && (
        <Button onPress={() => onOpen('share')}>
          <Share2 aria-hidden className="size-4" />
          {t('publicLink')}
        </Button>
      )}
      <MoreMenu label={t('more')} of={{ saved, state, show, onRemove: () => onOpen('remove') }}>
        <IconButton label={t('more')}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </MoreMenu>
    </span>
  )
}

type WindowsProps = HeadProps & {
  saved: CustomReport | undefined
  name: string
  open: Window | null
  onClose: () => void
}

function Windows({ saved, name, open, onClose, ...props }: WindowsProps) {
  const { state, show } = props
  const t = useTranslations('reports')
  if (open === 'share') return <ShareDialog report="conversion" text={t('publicText')} onClose={onClose} />
  if (open === 'file') return <FileDialog {...props} name={saved?.name ?? name} onClose={onClose} />
  if (open === 'remove' && saved) return <RemoveDialog {...{ saved, state, show, onClose }} />
  return open === 'save' ? <SaveDialog {...props} saved={saved} onClose={onClose} /> : null
}
