'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ResellerNote } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { changeNote, deleteNote, historyQuery, notesQuery, writeNote } from './api'

/** Notes on a reseller: written, changed and taken away by whoever wrote them; deleting has Undo. */
export function useNotes(reseller: number) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const { queryKey } = notesQuery(reseller)
  const options = {
    onError: (error: Error) => toast.error(common('failedTitle'), { description: errorText(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: historyQuery(reseller).queryKey })
    },
  }
  const show = (change: (notes: ResellerNote[]) => ResellerNote[]) =>
    queries.setQueryData(queryKey, (now) => now && change(now))
  const write = useMutation({
    ...options,
    mutationFn: (body: string) => writeNote(reseller, body),
    onSuccess: (note) => show((notes) => [note, ...notes]),
  })
  const change = useMutation({
    ...options,
    mutationFn: ({ note, body }: { note: ResellerNote; body: string }) => changeNote(reseller, note.id, body),
    onSuccess: (note) => show((notes) => notes.map((one) => (one.id === note.id ? note : one))),
  })
  const away = useMutation({
    ...options,
    mutationFn: (note: ResellerNote) => deleteNote(reseller, note.id),
    onSuccess: (_left, note) =>
      toast.success(t('noteDeleted'), { action: { label: common('undo'), onClick: () => write.mutate(note.body) } }),
  })
  const remove = (note: ResellerNote) => {
    show((notes) => notes.filter((one) => one.id !== note.id))
    away.mutate(note)
  }
  return { write, change, remove }
}
