'use client'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Contents, ExperienceFull } from '@/api/models'
import { FormImprove } from '@/components/assistant/form-improve'
import { DraftNotice } from '@/components/draft-notice'
import { FormText } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { languageName } from '@/lib/languages'
import { useDraft } from '@/lib/use-draft'
import { contentsQuery, saveContent, useRefreshExperience } from '../api'
import { textNames, textsBody, textsOf, textsSchema, type Texts } from '../texts'
import { useVersionForm } from '../use-version-form'
import { VersionSaveBar } from './version-save-bar'

type Props = { experience: ExperienceFull; contents: Contents; locale: string }

/** The texts of one language. Where another language says nothing, the field shows what guests read instead. */
export function TextsForm({ experience, contents, locale }: Props) {
  const { form, save, submit, onTakeTheirs, onKeepMine } = useTexts({ experience, contents, locale })
  const draft = useDraft(form as never, { name: `texts-${locale}` })
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <DraftNotice draft={draft} />
        <Fields contents={contents} locale={locale} />
        <VersionSaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={textNames}
          onReset={() => form.reset(textsOf(contents, locale))}
          onTakeTheirs={onTakeTheirs}
          onKeepMine={onKeepMine}
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
        <FormImprove name="short_description" label={ts('short')} purpose="description" locale={locale} />
        <FormText name="description_html" label={ts('description')} rows={7} {...back('description_html')} />
        <FormImprove name="description_html" label={ts('description')} purpose="description" locale={locale} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText name="inclusions" label={t('inclusions')} rows={3} {...back('inclusions')} />
          <FormText name="exclusions" label={t('exclusions')} rows={3} {...back('exclusions')} />
        </div>
        <Arrival back={back} />
      </div>
    </Card>
  )
}

/** What guests need to know to come: where, and with what. */
function Arrival({ back }: { back: (name: keyof Texts) => { placeholder?: string } }) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  return (
    <>
      <FormText
        name="meeting_point"
        label={ts('meeting')}
        hint={ts('meetingHint')}
        rows={2}
        {...back('meeting_point')}
      />
      <FormText
        name="what_to_bring"
        label={t('whatToBring')}
        hint={t('whatToBringHint')}
        rows={3}
        {...back('what_to_bring')}
      />
    </>
  )
}

function useTexts({ experience: { id }, contents, locale }: Props) {
  const queries = useQueryClient()
  const refresh = useRefreshExperience(id)
  const query = contentsQuery(id)
  return useVersionForm<Contents, Texts>({
    saved: contents,
    pick: (now) => textsOf(now, locale),
    schema: textsSchema(locale === contents.own_locale),
    shown: textNames,
    send: (values, base) => saveContent(id, textsBody(base, locale, values)),
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    onSaved: (now) => {
      queries.setQueryData(query.queryKey, now)
      refresh()
    },
  })
}
