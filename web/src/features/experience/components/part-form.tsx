'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import type { ExperienceFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { experienceQuery } from '@/features/experiences/api'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { saveChanges, useKeepExperience, type Changes } from '../api'
import { isStale, SaveBar, useLeaveWarning } from './save-bar'

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

/**
 * The form of one part of an experience: it saves that part only and keeps what was typed.
 *
 * It saves over the version it was read at. When somebody else was faster, the reader chooses
 * between the two, and nothing typed is lost until then.
 */
export function PartForm<T extends FieldValues>(props: Props<T>) {
  const { part, experience, pick, shown, children } = props
  const { form, save, submit, onTakeTheirs, onKeepMine } = usePart(props)
  const draft = useDraft(form, { name: part })
  const { isDirty } = form.formState
  useLeaveWarning(isDirty)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="max-w-3xl space-y-5">
        <DraftNotice draft={draft} />
        {children}
        <SaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={shown}
          onReset={() => form.reset(pick(experience))}
          {...(isStale(save.error) && { onTakeTheirs, onKeepMine })}
        />
      </form>
    </FormProvider>
  )
}

function usePart<T extends FieldValues>({ experience, pick, changesOf, schema, shown }: Props<T>) {
  const form = useForm<T>({
    defaultValues: pick(experience) as DefaultValues<T>,
    resolver: zodResolver(schema as never) as never,
  })
  const base = useRef(experience)
  const { refetch } = useQuery({ ...experienceQuery(String(experience.id)), enabled: false })
  const take = (now: ExperienceFull) => {
    base.current = now
    form.reset(pick(now) as DefaultValues<T>)
  }
  const { isDirty } = form.formState
  useEffect(() => {
    // A form nobody has typed into follows what is saved.
    if (!isDirty && experience.version !== base.current.version) take(experience)
  })
  const save = useSave(base, take, changesOf)
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values as T).catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  const onTakeTheirs = async () => {
    const { data } = await refetch()
    if (data) take(data)
    save.reset()
  }
  const onKeepMine = async () => {
    const { data } = await refetch()
    if (data) base.current = data
    await submit()
  }
  return { form, save, submit, onTakeTheirs, onKeepMine }
}

function useSave<T>(
  base: { current: ExperienceFull },
  take: (now: ExperienceFull) => void,
  changesOf: (values: T) => Changes,
) {
  const t = useTranslations('experiences')
  const keep = useKeepExperience()
  return useMutation({
    mutationFn: (values: T) => saveChanges(base.current, changesOf(values)),
    onSuccess: (saved) => {
      take(saved)
      keep(saved)
      toast.success(t('saved'))
    },
  })
}
