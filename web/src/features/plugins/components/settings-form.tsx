'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Plugin } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { pluginQuery, pluginsQuery, savePlugin } from '../api'
import { bodyOf, valuesOf, type Values } from '../model'
import { SettingField } from './setting-field'

/** The form that the plugin itself declares. */
export function SettingsForm({ plugin }: { plugin: Plugin }) {
  const t = useTranslations('plugins')
  const common = useTranslations('common')
  const [forgotten, setForgotten] = useState<string[]>([])
  const form = useForm<Values>({ defaultValues: valuesOf(plugin.fields) })
  const draft = useDraft(form, { omit: plugin.fields.filter((field) => field.is_secret).map(({ name }) => name) })
  const save = useSave(plugin, () => setForgotten([]))
  const submit = form.handleSubmit((values) =>
    save
      .mutateAsync(bodyOf(plugin.fields, values, forgotten))
      .then((saved) => form.reset(valuesOf(saved.fields)))
      .catch(
        (error: unknown) =>
          void showFieldErrors(
            form,
            error,
            plugin.fields.map((field) => field.name),
          ),
      ),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        <Card title={t('settings')}>
          <div className="space-y-5">
            <DraftNotice draft={draft} />
            <Fields plugin={plugin} forgotten={forgotten} onForget={(name) => setForgotten([...forgotten, name])} />
            {save.isError && <Failure error={save.error} />}
            <Button type="submit" look="primary" isPending={save.isPending}>
              {plugin.is_enabled ? common('save') : t('saveAndSwitchOn')}
            </Button>
          </div>
        </Card>
      </form>
    </FormProvider>
  )
}

type FieldsProps = { plugin: Plugin; forgotten: string[]; onForget: (name: string) => void }

const Fields = ({ plugin, forgotten, onForget }: FieldsProps) =>
  plugin.fields.map((field) => (
    <SettingField
      key={field.name}
      field={field}
      plugin={plugin}
      isForgotten={forgotten.includes(field.name)}
      onForget={() => onForget(field.name)}
    />
  ))

function useSave(plugin: Plugin, onSaved: () => void) {
  const t = useTranslations('plugins')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: ReturnType<typeof bodyOf>) => savePlugin(plugin.slug, values),
    onSuccess: (answer) => {
      queries.setQueryData(pluginQuery(plugin.slug).queryKey, answer)
      void queries.invalidateQueries({ queryKey: pluginsQuery.queryKey })
      toast.success(t('saved'))
      onSaved()
    },
  })
}

function Failure({ error }: { error: Error }) {
  const text = useErrorText()
  const isAtFields = error instanceof ApiError && error.code === 'validation_failed' && !error.fields.settings
  return isAtFields ? null : <Notice tone="bad">{text(error)}</Notice>
}
