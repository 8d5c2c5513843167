'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { GeneralSaved } from '@/api/models'
import { useGeneralChange } from '@/components/settings/api'
import { SaveFailure } from '@/components/settings/settings-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import * as rules from '@/lib/rules'

const named = z.looseObject({ name: rules.name() })

type Props<T extends FieldValues> = {
  title: string
  values: T
  shown: readonly string[]
  size?: 'md' | 'lg'
  save: (values: T) => Promise<GeneralSaved>
  onClose: () => void
  children: ReactNode
}

/** A form in a window for one row of a list; a refusal leaves it open with everything typed. */
export function RowDialog<T extends FieldValues>({
  title,
  values,
  shown,
  size = 'md',
  save,
  onClose,
  children,
}: Props<T>) {
  const t = useTranslations('general')
  const id = useId()
  const form = useForm<T>({ defaultValues: values as DefaultValues<T>, resolver: zodResolver(named as never) as never })
  const change = useGeneralChange(save)
  const submit = form.handleSubmit((typed) =>
    change
      .mutateAsync(typed as T)
      .then(({ moved_departures_cnt: count }) => {
        toast.success(count ? t('savedMoved', { count }) : t('saved'))
        onClose()
      })
      .catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size={size}
      footer={<Foot form={id} isPending={change.isPending} onClose={onClose} />}
      isDismissable={!change.isPending}
    >
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={submit} className="space-y-5">
          {children}
          {change.isError && <SaveFailure error={change.error} />}
        </form>
      </FormProvider>
    </Dialog>
  )
}

function Foot({ form, isPending, onClose }: { form: string; isPending: boolean; onClose: () => void }) {
  const t = useTranslations('common')
  return (
    <>
      <Button onPress={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={form} look="primary" isPending={isPending}>
        {t('save')}
      </Button>
    </>
  )
}
