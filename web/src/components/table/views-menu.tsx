'use client'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu } from '@/components/ui/menu'
import { late } from '@/lib/late'
import type { TableState } from './use-table-state'
import { useViewWrites } from './use-view-writes'
import { useViewEntries, type Asking } from './view-entries'

const SaveViewDialog = late(() => import('./save-view-dialog').then((file) => file.SaveViewDialog))

/** Which view of the list is open, the others, and what can be done with it. */
export function ViewsMenu({ table, of }: { table: string; of: TableState }) {
  const t = useTranslations('tables')
  const [asking, setAsking] = useState<Asking>(null)
  const writes = useViewWrites(table, of)
  const entries = useViewEntries(of, writes, setAsking)
  const { view, isChanged } = of
  const close = () => setAsking(null)
  const isNew = asking === 'saveAs'
  return (
    <>
      <Menu label={t('views')} entries={entries}>
        <Button className="max-w-full max-sm:max-w-50">
          <span className="truncate font-semibold">{view.title}</span>
          {isChanged && <ChangedDot />}
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </Button>
      </Menu>
      {(isNew || asking === 'rename') && (
        <SaveViewDialog
          title={isNew ? t('saveAs') : t('rename')}
          initial={isNew ? '' : view.title}
          isNew={isNew}
          onClose={close}
          onSave={(draft) => (isNew ? writes.saveAs(draft) : writes.rename(draft.title))}
        />
      )}
      <ConfirmDialog
        title={t('deleteView')}
        isOpen={asking === 'delete'}
        onClose={close}
        onConfirm={() => void writes.remove().then(close)}
        confirmLabel={t('deleteNamed', { name: view.title })}
        isDanger
      >
        {view.saved?.isShared ? t('deleteSharedText') : t('deleteText')}
      </ConfirmDialog>
    </>
  )
}

function ChangedDot() {
  const t = useTranslations('tables')
  return (
    <span className="size-2 shrink-0 rounded-full bg-accent">
      <span className="sr-only">{t('changed')}</span>
    </span>
  )
}
