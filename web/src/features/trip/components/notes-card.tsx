'use client'
import { CalendarCheck2, Pin } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Card } from '@/components/ui/page-header'
import { inputClass } from '@/components/ui/field'
import { useTrip } from '../trip-context'
import { useNoteDeeds, type NoteValues } from '../use-note-deeds'
import { NoteRow } from './note-row'

/** What staff write down about the trip: pinned ones first, those for the guides on the manifest. */
export function NotesCard() {
  const t = useTranslations('trip')
  const { trip, may } = useTrip()
  const notes = [...trip.notes].sort((one, other) => Number(other.is_pinned) - Number(one.is_pinned))
  return (
    <Card title={t('notes')}>
      {may.note && <Composer />}
      {notes.length === 0 && !may.note && <p className="text-soft">{t('noNotes')}</p>}
      {notes.length > 0 && (
        <ul className="mt-3 divide-y first:mt-0">
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const blank: NoteValues = { body: '', is_pinned: false, show_on_manifest: false }

function Composer() {
  const t = useTranslations('trip')
  const { write } = useNoteDeeds()
  const [note, setNote] = useState(blank)
  const body = note.body.trim()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!body) return
    write({ ...note, body }).then(
      () => setNote(blank),
      () => undefined,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor="trip-note" className="sr-only">
        {t('writeNote')}
      </label>
      <textarea
        id="trip-note"
        rows={note.body ? 3 : 1}
        maxLength={4000}
        value={note.body}
        placeholder={t('writeNote')}
        onChange={(event) => setNote({ ...note, body: event.target.value })}
        onKeyDown={onKeyDown}
        className={`${inputClass} block resize-y py-2.5`}
      />
      {body && <Marks note={note} onChange={setNote} />}
    </form>
  )
}

function Marks({ note, onChange }: { note: NoteValues; onChange: (note: NoteValues) => void }) {
  const t = useTranslations('trip')
  const icon = 'me-1 inline size-4 text-faint'
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
      <Checkbox isSelected={note.is_pinned} onChange={(is_pinned) => onChange({ ...note, is_pinned })}>
        <Pin aria-hidden className={icon} />
        {t('pinned')}
      </Checkbox>
      <Checkbox
        isSelected={note.show_on_manifest}
        onChange={(show_on_manifest) => onChange({ ...note, show_on_manifest })}
      >
        <CalendarCheck2 aria-hidden className={icon} />
        {t('onManifest')}
      </Checkbox>
      <Button type="submit" look="primary" size="sm" className="ms-auto">
        {t('saveNote')}
      </Button>
    </div>
  )
}
