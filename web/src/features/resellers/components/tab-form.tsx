'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { ApiError } from '@/api/client'
import type { Reseller, ResellerSettingsIn } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { SaveBar } from '@/components/save-bar'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { resellerQuery, saveSettings } from '../api'
import { fieldsWithin } from '../model'
import { useKeep } from '../use-renew'

type Setting = ResellerSettingsIn['tab']

type Props<T extends FieldValues, K extends Setting> = {
  tab: K
  reseller: Reseller
  pick: (reseller: Reseller) => T
  /** What is sent of the values, given those the form began with. */
  body: (values: T, before: T) => ResellerSettingsIn[K]
  schema: z.ZodMiniType
  /** Names of the fields on the screen, where the server's messages belong. */
  shown: readonly string[]
  children: ReactNode
}

/** The form of one tab: a refusal leaves it as it was typed, and what is unsaved comes back later. */
export function TabForm<T extends FieldValues, K extends Setting>(props: Props<T, K>) {
  const { tab, reseller, pick, schema, children } = props
  const mayManage = useCan('reseller.manage')
  const form = useForm<T>({
    defaultValues: pick(reseller) as DefaultValues<T>,
    resolver: zodResolver(schema as never) as never,
  })
  const draft = useDraft(form, { name: `reseller-${tab}` })
  const { save, rest } = useSave(form, props)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save.mutateAsync(values as T).catch(() => undefined))}
        className="max-w-3xl space-y-5"
      >
        <DraftNotice draft={draft} />
        <fieldset disabled={!mayManage} className="min-w-0 space-y-5">
          {children}
        </fieldset>
        {mayManage && (
          <SaveBar
            isDirty={form.formState.isDirty}
            isPending={save.isPending}
            onReset={() => {
              save.reset()
              form.reset(pick(reseller))
            }}
          >
            <Failure error={save.error} rest={rest} />
          </SaveBar>
        )}
      </form>
    </FormProvider>
  )
}

function useSave<T extends FieldValues, K extends Setting>(form: UseFormReturn<T>, props: Props<T, K>) {
  const { tab, reseller, pick, body, shown } = props
  const t = useTranslations('resellers')
  const queries = useQueryClient()
  const keep = useKeep()
  const [rest, setRest] = useState<string[] | null>(null)
  const save = useMutation({
    mutationFn: (values: T) => saveSettings(reseller, tab, body(values, form.formState.defaultValues as T)),
    onMutate: () => setRest(null),
    onSuccess: (saved) => {
      form.reset(pick(saved))
      keep(saved)
      toast.success(t('saved'))
    },
    onError: (error) => {
      setRest(showFieldErrors(form, within(error, tab), shown))
      // The next try is made on what they have done: only who reads that it happened can want it.
      if (error instanceof ApiError && error.code === 'stale_version') {
        void queries.invalidateQueries({ queryKey: resellerQuery(reseller.id).queryKey })
      }
    },
  })
  return { save, rest }
}

/** The server names a field with the part it belongs to; the form of that part does not. */
function within(error: Error, tab: string): Error {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return error
  const detail = { ...error.detail, fields: fieldsWithin(error.fields, tab) }
  return new ApiError(error.status, { code: error.code, message: error.message, detail })
}

/** Why nothing was saved; what was typed is still there. */
function Failure({ error, rest }: { error: Error | null; rest: string[] | null }) {
  const t = useTranslations('resellers')
  const text = useErrorText()
  if (!error) return null
  if (error instanceof ApiError && error.code === 'stale_version') return <Notice tone="bad">{t('stale')}</Notice>
  if (error instanceof ApiError && error.code === 'validation_failed') {
    return <Notice tone="bad">{rest?.length ? rest.join(' ') : t('fieldsWrong')}</Notice>
  }
  return <Notice tone="bad">{text(error)}</Notice>
}
