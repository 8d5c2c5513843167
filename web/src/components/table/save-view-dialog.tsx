'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { useCan } from '@/lib/session'
import * as rules from '@/lib/rules'
import type { ViewDraft } from './use-view-writes'

const schema = z.object({ title: rules.name(80), isShared: z.boolean(), isDefault: z.boolean() })

type Props = {
  title: string
  initial: string
  isNew: boolean
  onClose: () => void
  onSave: (draft: ViewDraft) => Promise<unknown>
}

/** The name of a view, and for a new one whether it is shared and opened first. */
export function SaveViewDialog({ title, initial, isNew, onClose, onSave }: Props) {
  const t = useTranslations('common')
  const form = useForm<ViewDraft>({
    resolver: zodResolver(schema),
    defaultValues: { title: initial, isShared: false, isDefault: false },
  })
  const { errors, isSubmitting } = form.formState
  const errorText = useErrorText()
  const submit = form.handleSubmit(async (draft) => {
    try {
      await onSave(draft)
      onClose()
    } catch (error) {
      if (showFieldErrors(form, error, ['title']) === null) form.setError('root', { message: errorText(error) })
    }
  })
  const footer = (
    <>
      <Button onPress={onClose}>{t('cancel')}</Button>
      <Button look="primary" type="submit" form="save-view" isPending={isSubmitting}>
        {t('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} size="sm" footer={footer}>
      <form id="save-view" onSubmit={submit} className="flex flex-col gap-3">
        <Fields form={form} isNew={isNew} error={errors.title && (errors.title.message || t('invalid_required'))} />
        {errors.root && <p className="text-sm text-bad">{errors.root.message}</p>}
      </form>
    </Dialog>
  )
}

type FieldsProps = { form: ReturnType<typeof useForm<ViewDraft>>; isNew: boolean; error?: string }

function Fields({ form, isNew, error }: FieldsProps) {
  const t = useTranslations('tables')
  const canShare = useCan('setup.general')
  return (
    <>
      <Controller
        control={form.control}
        name="title"
        render={({ field: { ref, ...field } }) => (
          <TextField {...field} inputRef={ref} label={t('viewName')} autoFocus maxLength={80} error={error} />
        )}
      />
      {isNew && canShare && (
        <Controller
          control={form.control}
          name="isShared"
          render={({ field: { value, onChange } }) => (
            <Checkbox isSelected={value} onChange={onChange}>
              {t('shareWithTeam')}
            </Checkbox>
          )}
        />
      )}
      {isNew && (
        <Controller
          control={form.control}
          name="isDefault"
          render={({ field: { value, onChange } }) => (
            <Checkbox isSelected={value} onChange={onChange}>
              {t('openFirst')}
            </Checkbox>
          )}
        />
      )}
    </>
  )
}
