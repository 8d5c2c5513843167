'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { changeNote, deleteNote, historyQuery, tripQuery, writeNote, type NoteValues } from './api'
import { useTrip } from './trip-context'
import type { Note, Trip, TripAnswer } from './types'

export type { NoteValues }

/** Notes of the trip: written, changed and taken away at once on the screen; deleting has Undo. */
export function useNoteDeeds() {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const { id, trip } = useTrip()
  const { queryKey } = tripQuery(id)
  const show = (change: (notes: Note[]) => Note[]) =>
    queries.setQueryData(queryKey, (now) => now && { ...now, notes: change((now as Trip).notes) })
  const { mutate, mutateAsync } = useMutation({
    scope: { id: `trip-${id}` },
    mutationFn: (run: () => Promise<TripAnswer>) => run(),
    onSuccess: ({ trip: answered }) => queries.setQueryData(queryKey, { ...answered, isOwn: true }),
    onError: (error) => {
      void queries.invalidateQueries({ queryKey, exact: true })
      toast.error(t('notSaved'), { id: 'trip', description: errorText(error) })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
  })
  const write = (values: NoteValues) => mutateAsync(() => writeNote(trip.id ?? 0, values))
  const change = (note: Note, values: Partial<NoteValues>) => {
    show((notes) => notes.map((one) => (one.id === note.id ? { ...one, ...values } : one)))
    const { body, is_pinned, show_on_manifest } = { ...note, ...values }
    mutate(() => changeNote(note.id, { body, is_pinned, show_on_manifest }))
  }
  const remove = (note: Note) => {
    const { body, is_pinned, show_on_manifest } = note
    const undo = () => mutate(() => writeNote(trip.id ?? 0, { body, is_pinned, show_on_manifest }))
    show((notes) => notes.filter((one) => one.id !== note.id))
    mutate(() => deleteNote(note.id), {
      onSuccess: () =>
        toast.success(t('done_noteDeleted'), { id: 'trip', action: { label: common('undo'), onClick: undo } }),
    })
  }
  return { write, change, remove }
}
