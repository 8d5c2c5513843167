'use client'
import { CalendarCheck2, EllipsisVertical, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../trip-context'
import type { Note } from '../types'
import { useNoteDeeds } from '../use-note-deeds'

/** One note: what, by whom and when; whoever may, changes it in its place. */
export function NoteRow({ note }: { note: Note }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { zone, may } = useTrip()
  const [isOpen, setOpen] = useState(false)
  const marks = [note.is_pinned && t('pinned'), note.show_on_manifest && t('onManifest')].filter(Boolean)
  if (isOpen) return <Editor note={note} onClose={() => setOpen(false)} />
  return (
    <li className="flex gap-2 py-2.5">
      <div className="min-w-0 grow">
        <p className="whitespace-pre-line">
          {note.is_pinned && <Pin aria-hidden className="me-1.5 inline size-4 fill-current text-warn-fill" />}
          <bdi>{note.body}</bdi>
        </p>
        <p className="text-sm text-faint">
          {[note.author?.name, format.instant(note.created_at, zone), note.edited_at && t('edited'), ...marks]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {may.note && note.kind !== 'system' && <NoteMenu note={note} onEdit={() => setOpen(true)} />}
    </li>
  )
}

function NoteMenu({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const { change, remove } = useNoteDeeds()
  const icon = 'size-4'
  const entries: MenuEntry[] = [
    { id: 'edit', label: common('edit'), icon: <Pencil aria-hidden className={icon} />, onAction: onEdit },
    {
      id: 'pin',
      label: t(note.is_pinned ? 'unpin' : 'pin'),
      icon: note.is_pinned ? <PinOff aria-hidden className={icon} /> : <Pin aria-hidden className={icon} />,
      onAction: () => change(note, { is_pinned: !note.is_pinned }),
    },
    {
      id: 'manifest',
      label: t(note.show_on_manifest ? 'offManifest' : 'toManifest'),
      icon: <CalendarCheck2 aria-hidden className={icon} />,
      onAction: () => change(note, { show_on_manifest: !note.show_on_manifest }),
    },
    {
      id: 'delete',
      label: common('delete'),
      icon: <Trash2 aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => remove(note),
    },
  ]
  return (
    <Menu label={t('moreNote')} entries={entries}>
      <IconButton label={t('moreNote')}>
        <EllipsisVertical aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

function Editor({ note, onClose }: { note: Note; onClose: () => void }) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const { change } = useNoteDeeds()
  const [body, setBody] = useState(note.body)
  const save = () => {
    change(note, { body: body.trim() })
    onClose()
  }
  return (
    <li className="space-y-2 py-2.5">
      <TextField label={t('notes')} isLabelHidden value={body} onChange={setBody} rows={3} maxLength={4000} autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="sm" onPress={onClose}>
          {common('cancel')}
        </Button>
        <Button size="sm" look="primary" onPress={save} isDisabled={!body.trim()}>
          {common('save')}
        </Button>
      </div>
    </li>
  )
}
