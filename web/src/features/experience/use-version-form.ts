import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'

type Options<Saved, T extends FieldValues> = {
  /** What is saved, with its version. */
  saved: Saved
  pick: (saved: Saved) => T
  schema: z.ZodMiniType
  /** Names of the fields on the screen, where the server's messages belong. */
  shown: readonly string[]
  /** Save over the version of what the form was read from. */
  send: (values: T, base: Saved) => Promise<Saved>
  /** Ask for what is saved by now; nothing when that cannot be had. */
  read: () => Promise<Saved | undefined>
  onSaved: (saved: Saved) => void
}

/**
 * A form that saves over the version it was read at and keeps what was typed.
 *
 * When somebody else was faster, the reader chooses between the two, and nothing typed is lost until then.
 */
export function useVersionForm<Saved, T extends FieldValues>(options: Options<Saved, T>) {
  const { saved, pick, schema, shown, send, read, onSaved } = options
  const t = useTranslations('experiences')
  const form = useForm<T>({
    defaultValues: pick(saved) as DefaultValues<T>,
    resolver: zodResolver(schema as never) as never,
  })
  const base = useRef(saved)
  const take = (now: Saved) => {
    base.current = now
    form.reset(pick(now) as DefaultValues<T>)
  }
  const save = useMutation({
    mutationFn: (values: T) => send(values, base.current),
    onSuccess: (now) => {
      take(now)
      onSaved(now)
      toast.success(t('saved'))
    },
  })
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values as T).catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  const onTakeTheirs = async () => {
    const now = await read()
    if (now) take(now)
    save.reset()
  }
  const onKeepMine = async () => {
    const now = await read()
    if (now) base.current = now
    await submit()
  }
  return { form, base, take, save, submit, onTakeTheirs, onKeepMine }
}
