'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { deleteView, renameView, saveView, viewsQuery } from './api'
import type { TableState } from './use-table-state'

export type ViewDraft = { title: string; isShared: boolean; isDefault: boolean }

/** Do something to a view and say how it went; the menu shows the outcome. */
function useQuietly(table: string) {
  const errorText = useErrorText()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: viewsQuery(table).queryKey })
  const quietly = async (deed: () => Promise<unknown>, words: string) => {
    try {
      await deed()
      await renew()
      toast.success(words)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return { renew, quietly }
}

/** Saving, sharing, renaming and deleting the open view. */
export function useViewWrites(table: string, { view, views, state, open }: TableState) {
  const t = useTranslations('tables')
  const { renew, quietly } = useQuietly(table)
  const saved = view.saved
  const over = async (changes: Partial<ViewDraft>, shown = view.state) => {
    if (!saved) return
    const { isShared, isDefault, id } = saved
    await saveView(table, { title: view.title, isShared, isDefault, ...changes, state: shown }, id)
    await renew()
  }
  return {
    save: () => quietly(() => over({}, state).then(() => open(view.id)), t('viewSaved')),
    saveAs: async (draft: ViewDraft) => {
      const made = await saveView(table, { ...draft, state })
      await renew()
      open(String(made.id))
      toast.success(t('viewSaved'))
    },
    rename: async (title: string) => {
      if (saved) await renameView(saved.id, title)
      await renew()
    },
    setShared: (isShared: boolean) =>
      quietly(() => over({ isShared }), isShared ? t('nowShared') : t('noLongerShared')),
    setDefault: (isDefault: boolean) =>
      quietly(
        async () => saved && renameView(saved.id, view.title, isDefault),
        isDefault ? t('nowDefault') : t('noLongerDefault'),
      ),
    remove: () =>
      quietly(async () => {
        if (saved) await deleteView(saved.id)
        open(views[0]?.id ?? 'all')
      }, t('viewDeleted')),
  }
}
