'use client'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ResellerNote } from '@/api/models'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useLeaveWarning } from '@/lib/use-leave-warning'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { dotted } from '@/lib/isolate'
import { notesQuery } from '../api'
import { useNotes } from '../use-notes'
import type { TabProps } from './types'

/** What staff write down about a reseller, the newest first. */
export default function NotesTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const { data, error, refetch } = useQuery(notesQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 max-w-3xl rounded-xl" />
  return (
    <div className="max-w-3xl">
      <Card title={t('tab_notes')}>
        <Composer reseller={reseller} />
        {data.length === 0 ? (
          <p className="mt-4 text-soft">{t('noNotes')}</p>
        ) : (
          <ul className="mt-4 divide-y">
            {data.map((note) => (
              <Note key={note.id} reseller={reseller} note={note} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function Composer({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const { write } = useNotes(reseller.id)
  const [text, setText] = useState('')
  const body = text.trim()
  useLeaveWarning(body !== '')
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (body) write.mutate(body, { onSuccess: () => setText('') })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="space-y-2">
      <TextField label={t('writeNote')} value={text} onChange={setText} rows={3} maxLength={4000} />
      <Button type="submit" look="primary" size="sm" isPending={write.isPending} isDisabled={!body}>
        {t('saveNote')}
      </Button>
    </form>
  )
}

function Note({ reseller, note }: TabProps & { note: ResellerNote }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const format = useFormat()
  const session = useSession()
  const { remove } = useNotes(reseller.id)
  const [isOpen, setOpen] = useState(false)
  const isMine = session?.userAvatar.id === note.author_id
  const zone = session?.properties.time_zone ?? 'UTC'
  if (isOpen) return <Editor reseller={reseller} note={note} onClose={() => setOpen(false)} />
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="break-words whitespace-pre-line">
          <bdi>{note.body}</bdi>
        </p>
        <p className="text-sm text-faint">
          {dotted([note.author_name, format.instant(note.created_at, zone), note.edited_at && t('edited')])}
        </p>
      </div>
      {isMine && (
        <div className="flex gap-1">
          <Button size="sm" look="quiet" onPress={() => setOpen(true)}>
            {common('edit')}
          </Button>
          <Button size="sm" look="quiet" onPress={() => remove(note)}>
            {common('delete')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Editor({ reseller, note, onClose }: TabProps & { note: ResellerNote; onClose: () => void }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const { change } = useNotes(reseller.id)
  const [body, setBody] = useState(note.body)
  const save = () => change.mutate({ note, body: body.trim() }, { onSuccess: onClose })
  return (
    <li className="space-y-2 py-3">
      <TextField label={t('note')} value={body} onChange={setBody} rows={3} maxLength={4000} autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="sm" onPress={onClose}>
          {common('cancel')}
        </Button>
        <Button size="sm" look="primary" onPress={save} isPending={change.isPending} isDisabled={!body.trim()}>
          {common('save')}
        </Button>
      </div>
    </li>
  )
}
