'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { DraftNotice } from '@/components/draft-notice'
import { SaveBar } from '@/components/save-bar'
import { fullName } from '@/lib/names'
import { useDraft } from '@/lib/use-draft'
import { useSession } from '@/lib/session'
import { mergeFieldsQuery, newestTripQuery } from '../api'
import { FieldsContext } from '../editor/fields'
import { guestLocaleOf } from '../guest-locales'
import { useFieldInfos } from '../names'
import type { TemplateFull } from '../types'
import { useSaveTemplate } from '../use-save-template'
import { withoutEmptyPictures, type DocNode } from '../document'
import { draftOf, formOf, textFor, type TemplateValues } from '../values'
import { Preview } from './preview'
import { SaveProblem } from './save-problem'
import { TemplateActions } from './template-actions'
import type { ChosenTrip } from './trip-choice'
import { UseCard } from './use-card'
import { Versions } from './versions'
import { WordsCard } from './words-card'

/** A template as people write it, and beside it what the guest of a real trip gets. */
export function TemplateForm({ template }: { template: TemplateFull }) {
  const t = useTranslations('templateEditor')
  const main = useMainLocale()
  const form = useForm<TemplateValues>({ defaultValues: formOf(template, main) })
  const draft = useDraft(form)
  const [shown, show] = useState(main)
  const [trip, setTrip] = useTrip()
  const [channel, setChannel] = useState<'email' | 'sms'>(template.channel === 'sms' ? 'sms' : 'email')
  const { fields, blocks } = useParts(template.category)
  const { save, submit, problem } = useSaveTemplate({ form, template, main, show })
  return (
    <FormProvider {...form}>
      <FieldsContext value={fields}>
        <form
          noValidate
          aria-label={t('form')}
          onSubmit={submit}
          className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_30rem]"
        >
          <div className="min-w-0 space-y-5">
            <DraftNotice draft={draft} />
            <TemplateActions {...{ template, main, shown, trip }} />
            <WordsCard {...{ template, main, shown, channel, blocks }} onShow={show} onChannel={setChannel} />
            <UseCard template={template} />
            <SaveBar isDirty={form.formState.isDirty} isPending={save.isPending} onReset={() => form.reset()}>
              <SaveProblem {...{ problem, form, template, main }} onSubmit={submit} />
            </SaveBar>
            <Versions template={template} main={main} />
          </div>
          <Beside {...{ template, main, shown, channel, trip }} onTrip={setTrip} />
        </form>
      </FieldsContext>
    </FormProvider>
  )
}

/** The fields and blocks that say something in templates of a kind. */
function useParts(category: string) {
  const { data } = useQuery(mergeFieldsQuery(category))
  return { fields: useFieldInfos(data?.fields), blocks: data?.blocks.map((block) => block.name) ?? [] }
}

/** Whose trip the preview shows: the newest, until another one is chosen; undefined until that is known. */
function useTrip() {
  const { data, isError } = useQuery(newestTripQuery)
  const [chosen, choose] = useState<ChosenTrip | null>(null)
  const newest = data && { id: data.id, name: fullName(data.contact) }
  return [chosen ?? (isError ? null : newest), choose] as const
}

type BesideProps = {
  template: TemplateFull
  main: string
  shown: string
  channel: 'email' | 'sms'
  trip: ChosenTrip | null | undefined
  onTrip: (trip: ChosenTrip | null) => void
}

/** The preview, which stays in view while the words are written. */
function Beside({ template, main, shown, ...rest }: BesideProps) {
  const texts = useWatch<TemplateValues, 'texts'>({ name: 'texts' })
  const { locale, ...written } = draftOf(textFor(shown, main, { texts }, template))
  const draft = { ...written, document: withoutEmptyPictures(written.document as DocNode) }
  return (
    <div className="min-w-0 lg:sticky lg:top-5">
      <Preview template={template.id} draft={draft} locale={locale} {...rest} />
    </div>
  )
}

/** The language an operator writes in: what guests get whose own has no words. */
function useMainLocale(): string {
  const reader = useLocale()
  return guestLocaleOf(useSession()?.properties.locale ?? reader)
}
