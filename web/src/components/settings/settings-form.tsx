'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { General, GeneralSaveIn } from '@/api/models'
import { SaveBar } from '@/components/save-bar'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { generalQuery, saveGeneral, useGeneralChange } from './api'
import { keepDraft, takeDraft } from './drafts'
import { changes } from './model'

type Props<T extends FieldValues> = {
  /** Tells the forms of all settings apart. */
  tab: string
  general: General
  pick: (general: General) => T
  /** Names of the fields on the screen, where the server's messages belong. */
  shown: readonly string[]
  children: ReactNode
}

/** The form of one tab: it saves what was changed and keeps what was typed, also while another tab is open. */
export function SettingsForm<T extends FieldValues>({ tab, general, pick, shown, children }: Props<T>) {
  const form = useForm<T>({ defaultValues: pick(general) as DefaultValues<T> })
  useDraft(form, tab)
  const save = useSave(form, general, pick, shown)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save.mutateAsync(values as T).catch(() => undefined))}
        className="max-w-3xl space-y-5"
      >
        {children}
        <SaveBar isDirty={form.formState.isDirty} isPending={save.isPending} onReset={() => form.reset(pick(general))}>
          {save.isError && <SaveFailure error={save.error} />}
        </SaveBar>
      </form>
    </FormProvider>
  )
}

/** What was typed and not saved comes back with the tab. */
function useDraft<T extends FieldValues>(form: UseFormReturn<T>, tab: string) {
  const { isDirty } = form.formState
  useEffect(() => {
    const draft = takeDraft(tab)
    if (draft) form.reset(draft as T, { keepDefaultValues: true })
  }, [form, tab])
  useEffect(() => {
    if (!isDirty) return keepDraft(tab, null)
    keepDraft(tab, form.getValues())
    const subscription = form.watch((values) => keepDraft(tab, values))
    return () => subscription.unsubscribe()
  }, [form, tab, isDirty])
}

function useSave<T extends FieldValues>(
  form: UseFormReturn<T>,
  general: General,
  pick: (general: General) => T,
  shown: readonly string[],
) {
  const t = useTranslations('general')
  const queries = useQueryClient()
  const save = useGeneralChange((values: T) =>
    saveGeneral({ ...changes(pick(general), values), version: general.settings.version } as GeneralSaveIn),
  )
  return {
    ...save,
    mutateAsync: (values: T) =>
      save.mutateAsync(values, {
        onSuccess: (saved) => {
          form.reset(pick(saved.general))
          toast.success(
            saved.moved_departures_cnt ? t('savedMoved', { count: saved.moved_departures_cnt }) : t('saved'),
          )
        },
        onError: (error) => {
          showFieldErrors(form, error, shown)
          if (error instanceof ApiError && error.code === 'stale_version') {
            void queries.invalidateQueries({ queryKey: generalQuery.queryKey })
          }
        },
      }),
  }
}

/** Why nothing was saved; what was typed is still there. */
export function SaveFailure({ error }: { error: Error }) {
  const t = useTranslations('general')
  const text = useErrorText()
  const code = error instanceof ApiError ? error.code : ''
  const known = {
    stale_version: 'failed_stale',
    currency_fixed: 'failed_currency',
    validation_failed: 'failed_fields',
  } as const
  const key = known[code as keyof typeof known]
  return <Notice tone="bad">{key ? t(key) : text(error)}</Notice>
}
