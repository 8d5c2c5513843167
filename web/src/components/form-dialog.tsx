'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { ApiError } from '@/api/client'
import { showFieldErrors } from '@/lib/form-errors'
import { Button } from './ui/button'
import { Dialog } from './ui/dialog'
import { Notice } from './ui/notice'
import { useErrorText } from './ui/states'

type Props<T extends FieldValues, A> = {
  title: string
  values: T
  schema: z.ZodMiniType
  /** Names of the fields on the screen, where the server's messages belong. */
  shown: readonly string[]
  size?: 'md' | 'lg'
  /** The deed itself where it is not to save; it then is one that cannot be taken back. */
  deed?: string
  /** What saving is called here, where "Save" says too little. */
  label?: string
  save: (values: T) => Promise<A>
  onSaved: (answer: A) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a window: a refusal leaves it open with everything typed, each message at its field. */
export function FormDialog<T extends FieldValues, A>({ title, values, schema, size = 'md', ...props }: Props<T, A>) {
  const common = useTranslations('common')
  const id = useId()
  const { form, change, submit } = useSubmit({ values, schema, ...props })
  const footer = (
    <>
      <Button onPress={props.onClose}>{common(props.deed ? 'close' : 'cancel')}</Button>
      <Button type="submit" form={id} look={props.deed ? 'destroy' : 'primary'} isPending={change.isPending}>
        {props.deed ?? props.label ?? common('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={props.onClose} size={size} footer={footer} isDismissable={!change.isPending}>
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={submit} className="space-y-5">
          {props.children}
          {change.isError && <Failure error={change.error} shown={props.shown} />}
        </form>
      </FormProvider>
    </Dialog>
  )
}

type SubmitProps<T extends FieldValues, A> = Pick<Props<T, A>, 'values' | 'schema' | 'shown' | 'save' | 'onSaved'>

function useSubmit<T extends FieldValues, A>({ values, schema, shown, save, onSaved }: SubmitProps<T, A>) {
  const form = useForm<T>({
    defaultValues: values as DefaultValues<T>,
    resolver: zodResolver(schema as never) as never,
  })
  const change = useMutation({ mutationFn: save })
  const submit = form.handleSubmit((typed) =>
    change
      .mutateAsync(typed as T)
      .then(onSaved)
      .catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  return { form, change, submit }
}

function Failure({ error, shown }: { error: Error; shown: readonly string[] }) {
  const text = useErrorText()
  const isAtFields =
    error instanceof ApiError &&
    error.code === 'validation_failed' &&
    Object.keys(error.fields).every((name) => shown.some((one) => name === one || name.startsWith(`${one}.`)))
  if (isAtFields) return null
  return (
    <div ref={intoView}>
      <Notice tone="bad">{text(error)}</Notice>
    </div>
  )
}

/** Below a long form, nobody who presses the button would see it. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })
