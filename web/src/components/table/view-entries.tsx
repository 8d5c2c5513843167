'use client'
import { Save, Share2, Star, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useCan } from '@/lib/session'
import type { OpenView, TableState } from './use-table-state'
import type { useViewWrites } from './use-view-writes'

export type Asking = 'saveAs' | 'rename' | 'delete' | null
type Writes = ReturnType<typeof useViewWrites>
type Maybe = MenuEntry | false | null | undefined

const small = { 'aria-hidden': true, className: 'size-4' } as const

function iconOf({ saved }: OpenView) {
  if (saved?.isDefault) return <Star {...small} />
  return saved?.isShared ? <Share2 {...small} /> : undefined
}

/** The menu of views: all there are, then what can be done with the open one. */
export function useViewEntries(of: TableState, writes: Writes, ask: (what: Asking) => void): MenuEntry[] {
  const deeds = [...useChangeEntries(of, writes, ask), ...useOwnEntries(of, writes, ask)]
  const choices = of.views.map((one, index) => ({
    id: one.id,
    label: one.title,
    icon: iconOf(one),
    isChosen: one.id === of.view.id,
    isAfterLine: index > 0 && !!one.saved && !of.views[index - 1]?.saved,
    onAction: () => of.open(one.id),
  }))
  return [...choices, ...deeds.filter((one) => !!one).map((one, index) => ({ ...one, isAfterLine: index === 0 }))]
}

function useMayEdit({ view }: TableState): boolean {
  const canShare = useCan('setup.general')
  return !!view.saved && (view.saved.isMine || canShare)
}

function useChangeEntries(of: TableState, writes: Writes, ask: (what: Asking) => void): Maybe[] {
  const t = useTranslations('tables')
  const mayEdit = useMayEdit(of)
  const { isChanged, view } = of
  return [
    isChanged && { id: '-back', label: t('discardChanges'), onAction: () => of.open(view.id) },
    isChanged &&
      mayEdit && { id: '-save', label: t('saveView'), icon: <Save {...small} />, onAction: () => void writes.save() },
    { id: '-saveAs', label: t('saveAsMenu'), onAction: () => ask('saveAs') },
  ]
}

function useOwnEntries(of: TableState, writes: Writes, ask: (what: Asking) => void): Maybe[] {
  const t = useTranslations('tables')
  const canShare = useCan('setup.general')
  const mayEdit = useMayEdit(of)
  const saved = of.view.saved
  if (!saved) return []
  const { isDefault, isShared } = saved
  return [
    {
      id: '-default',
      label: isDefault ? t('noDefault') : t('makeDefault'),
      onAction: () => void writes.setDefault(!isDefault),
    },
    mayEdit &&
      canShare && {
        id: '-share',
        label: isShared ? t('unshare') : t('share'),
        onAction: () => void writes.setShared(!isShared),
      },
    mayEdit && { id: '-rename', label: t('renameMenu'), onAction: () => ask('rename') },
    mayEdit && { id: '-delete', label: t('deleteView'), icon: <Trash2 {...small} />, onAction: () => ask('delete') },
  ]
}
