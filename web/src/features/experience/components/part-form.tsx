'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ExperienceFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { experienceQuery } from '@/features/experiences/api'
import { useDraft } from '@/lib/use-draft'
import { saveChanges, useKeepExperience, type Changes } from '../api'
import { useVersionForm } from '../use-version-form'
import { VersionSaveBar } from './version-save-bar'

type Props<T extends FieldValues> = {
  /** Tells the drafts of the parts apart. */
  part: string
  experience: ExperienceFull
  pick: (experience: ExperienceFull) => T
  changesOf: (values: T) => Changes
  schema: z.ZodMiniType
  /** Names of the fields on the screen, where the server's messages belong. */
  shown: readonly string[]
  children: ReactNode
}

/** The form of one part of an experience: it saves that part only and keeps what was typed. */
export function PartForm<T extends FieldValues>(props: Props<T>) {
  const { part, experience, pick, shown, children } = props
  const { form, save, submit, onTakeTheirs, onKeepMine } = usePart(props)
  const draft = useDraft(form, { name: part })
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="max-w-3xl space-y-5">
        <DraftNotice draft={draft} />
        {children}
        <VersionSaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={shown}
          onReset={() => form.reset(pick(experience))}
          onTakeTheirs={onTakeTheirs}
          onKeepMine={onKeepMine}
        />
      </form>
    </FormProvider>
  )
}

function usePart<T extends FieldValues>({ experience, pick, changesOf, schema, shown }: Props<T>) {
  const keep = useKeepExperience()
  const { refetch } = useQuery({ ...experienceQuery(String(experience.id)), enabled: false })
  const part = useVersionForm<ExperienceFull, T>({
    saved: experience,
    pick,
    schema,
    shown,
    send: (values, base) => saveChanges(base, changesOf(values)),
    read: async () => (await refetch()).data,
    onSaved: keep,
  })
  const { form, base, take } = part
  const { isDirty } = form.formState
  useEffect(() => {
    // A form nobody has typed into follows what is saved.
    if (!isDirty && experience.version !== base.current.version) take(experience)
  })
  return part
}
