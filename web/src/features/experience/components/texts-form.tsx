'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Contents, ExperienceFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { FormText } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { showFieldErrors } from '@/lib/form-errors'
import { languageName } from '@/lib/languages'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { contentsQuery, saveContent, useRefreshExperience } from '../api'
import { textNames, textsBody, textsOf, textsSchema, type Texts } from '../texts'
import { isStale, SaveBar, useLeaveWarning } from './save-bar'

type Props = { experience: ExperienceFull; contents: Contents; locale: string }

/** The texts of one language. Where another language says nothing, the field shows what guests read instead. */
export function TextsForm({ experience, contents, locale }: Props) {
  const { form, save, submit, onTakeTheirs, onKeepMine } = useTexts({ experience, contents, locale })
  const draft = useDraft(form as never, { name: `texts-${locale}` })
  const { isDirty } = form.formState
  useLeaveWarning(isDirty)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <DraftNotice draft={draft} />
        <Fields contents={contents} locale={locale} />
        <SaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={textNames}
          onReset={() => form.reset(textsOf(contents, locale))}
          {...(isStale(save.error) && { onTakeTheirs, onKeepMine })}
        />
      </form>
    </FormProvider>
  )
}

function Fields({ contents, locale }: Omit<Props, 'experience'>) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const isOwn = locale === contents.own_locale
  const own = textsOf(contents, contents.own_locale)
  const back = (name: keyof Texts) => (isOwn ? {} : { placeholder: own[name] })
  return (
    <Card title={languageName(locale)}>
      <div className="space-y-5">
        <p className="text-sm text-pretty text-soft">
          {isOwn ? t('ownTexts') : t('otherTexts', { language: languageName(contents.own_locale) })}
        </p>
        <FormText name="name" label={ts('name')} {...back('name')} />
        <FormText
          name="short_description"
          label={ts('short')}
          hint={ts('shortHint')}
          rows={2}
          {...back('short_description')}
        />
        <FormText name="description_html" label={ts('description')} rows={7} {...back('description_html')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText name="inclusions" label={t('inclusions')} rows={3} {...back('inclusions')} />
          <FormText name="exclusions" label={t('exclusions')} rows={3} {...back('exclusions')} />
        </div>
        <FormText
          name="meeting_point"
          label={ts('meeting')}
          hint={ts('meetingHint')}
          rows={2}
          {...back('meeting_point')}
        />
      </div>
    </Card>
  )
}

function useTexts({ experience, contents, locale }: Props) {
  const ts = useTranslations('experiences')
  const queries = useQueryClient()
  const refresh = useRefreshExperience(experience.id)
  const base = useRef(contents)
  const query = contentsQuery(experience.id)
  const form = useForm<Texts>({
    defaultValues: textsOf(contents, locale),
    resolver: zodResolver(textsSchema(locale === contents.own_locale) as never) as never,
  })
  const take = (now: Contents) => {
    base.current = now
    form.reset(textsOf(now, locale))
  }
  const save = useMutation({
    mutationFn: (values: Texts) => saveContent(experience.id, textsBody(base.current, locale, values)),
    onSuccess: (now) => {
      queries.setQueryData(query.queryKey, now)
      take(now)
      refresh()
      toast.success(ts('saved'))
    },
  })
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values).catch((error: unknown) => void showFieldErrors(form as never, error, textNames)),
  )
  const onTakeTheirs = async () => {
    take(await queries.fetchQuery({ ...query, staleTime: 0 }))
    save.reset()
  }
  const onKeepMine = async () => {
    base.current = await queries.fetchQuery({ ...query, staleTime: 0 })
    await submit()
  }
  return { form, save, submit, onTakeTheirs, onKeepMine }
}
