'use client'
import { useState } from 'react'
import { FormProvider, useForm, useWatch, type Resolver } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import type { WaiverTemplate } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useDraft } from '@/lib/use-draft'
import { formOf, problemsOf, type TemplateValues } from '../model'
import { resolved } from '../resolver'
import { useSave } from '../use-save'
import { Archive } from './archive'
import { Languages } from './languages'
import { Preview } from './preview'
import { TemplateFields } from './template-fields'

const resolver: Resolver<TemplateValues> = (values) => resolved(values, problemsOf(values))

/** The waiver as people write it, and beside it what signers will see; another text is kept as a new version. */
export function TemplateForm({ template }: { template?: WaiverTemplate }) {
  const t = useTranslations('waiverTemplates')
  const common = useTranslations('common')
  const form = useForm<TemplateValues>({ defaultValues: formOf(template, useLocale()), resolver })
  const draft = useDraft(form)
  const [texts, main] = useWatch({ control: form.control, name: ['texts', 'locale'] })
  const [shown, show] = useShown(texts, main)
  const { save, submit, rest } = useSave(form, show)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <div className="min-w-0 space-y-5">
          <DraftNotice draft={draft} />
          <TemplateFields />
          <Languages shown={shown} onShow={show} />
          {save.isError && <Failure error={save.error} rest={rest} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="primary" isPending={save.isPending}>
              {common('save')}
            </Button>
            {template && <Archive template={template} />}
          </div>
          {template && <p className="text-sm text-faint">{t('versionHint')}</p>}
        </div>
        <Preview shown={shown} />
      </form>
    </FormProvider>
  )
}

/** The language on the screen: the one asked for while there is one, else the main one. */
function useShown(texts: TemplateValues['texts'], main: string) {
  const [wanted, show] = useState(main)
  const shown = texts.some((one) => one.locale === wanted) ? wanted : main
  return [shown, show] as const
}

function Failure({ error, rest }: { error: Error; rest: string[] }) {
  const text = useErrorText()(error)
  return <Notice tone="bad">{rest.length ? rest.join(' ') : text}</Notice>
}
