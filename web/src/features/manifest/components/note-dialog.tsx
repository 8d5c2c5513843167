'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { TextField } from '@/components/ui/field'
import { saveNote } from '../api'
import type { Departure } from '../model'

const MOST = 2000
const schema = z.object({ note: z.string().check(z.maxLength(MOST)) })

/** What everybody who goes out on this departure has to know. */
export function NoteDialog({ departure, onClose }: { departure: Departure; onClose: () => void }) {
  const t = useTranslations('manifest')
  const queries = useQueryClient()
  return (
    <FormDialog
      title={t('noteOf', { what: departure.experience.name })}
      values={{ note: departure.note }}
      schema={schema}
      shown={['note']}
      save={({ note }) => saveNote(departure.id, note.trim(), departure.version)}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: ['manifest'] })
        onClose()
      }}
      onClose={onClose}
    >
      <NoteField />
    </FormDialog>
  )
}

function NoteField() {
  const t = useTranslations('manifest')
  const { control } = useFormContext<{ note: string }>()
  return (
    <Controller
      control={control}
      name="note"
      render={({ field, fieldState }) => (
        <TextField
          label={t('note')}
          rows={4}
          maxLength={MOST}
          hint={t('noteHint')}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
          autoFocus
        />
      )}
    />
  )
}
