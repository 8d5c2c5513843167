'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Me } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ColorField } from '@/components/ui/color-field'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { languageName, languages, switchLanguage } from '@/lib/languages'
import { sessionQuery } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import * as rules from '@/lib/rules'
import type { Locale } from '@/routes'
import { meQuery, saveMe } from '../api'
import { EmailCard } from './email-card'

const fields = ['name', 'phone', 'color', 'locale'] as const
const schema = z.object({
  name: rules.name(160),
  phone: rules.trimmed(40),
  color: z.string(),
  locale: z.string(),
})
type Values = z.infer<typeof schema>

export function MeTab() {
  const { data, error, refetch } = useQuery(meQuery)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-80" />
  return (
    <>
      <MeForm me={data} />
      <EmailCard email={data.email} />
    </>
  )
}

const valuesOf = ({ name, phone, color, locale }: Me): Values => ({ name, phone: phone ?? '', color, locale })

function MeForm({ me }: { me: Me }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const form = useForm<Values>({ resolver: zodResolver(schema), values: valuesOf(me) })
  const draft = useDraft(form)
  const save = useSave(form)
  const rest = save.error && !Object.keys(form.formState.errors).length ? errorText(save.error) : null
  return (
    <Card title={t('aboutYou')}>
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={form.handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}
        >
          <DraftNotice draft={draft} />
          {rest && <Notice tone="bad">{rest}</Notice>}
          <FormText name="name" label={t('name')} autoComplete="name" />
          <FormText name="phone" label={t('phone')} type="tel" inputMode="tel" autoComplete="tel" />
          <div className="grid gap-4 sm:grid-cols-2">
            <LanguageSelect />
            <ColorSelect />
          </div>
          <Button type="submit" look="primary" isPending={save.isPending} className="self-start">
            {common('save')}
          </Button>
        </form>
      </FormProvider>
    </Card>
  )
}

/** Saves, and shows the product in the chosen language when it is another one. */
function useSave(form: UseFormReturn<Values>) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) => saveMe({ ...values, phone: values.phone || null, locale: values.locale as Locale }),
    onSuccess: (me) => {
      form.reset(valuesOf(me))
      queries.setQueryData(meQuery.queryKey, me)
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      if (me.locale === locale) toast.success(t('saved'))
      else switchLanguage(me.locale as Locale)
    },
    onError: (error) => showFieldErrors(form, error, fields),
  })
}

function LanguageSelect() {
  const t = useTranslations('profile')
  const { value, onChange, error } = useField<string>('locale')
  const options = languages.map((id) => ({ id: id as string, name: languageName(id) }))
  return (
    <Select
      label={t('language')}
      hint={t('languageHint')}
      options={options}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

function ColorSelect() {
  const t = useTranslations('profile')
  const { value, onChange, error } = useField<string | null>('color')
  return <ColorField label={t('color')} hint={t('colorHint')} value={value} onChange={onChange} error={error} />
}
