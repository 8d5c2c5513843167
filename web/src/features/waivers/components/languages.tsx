'use client'
import { Languages as LanguagesIcon, Star, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Card } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { isolate } from '@/lib/isolate'
import { languageName } from '@/lib/languages'
import { toast } from '@/lib/toast'
import { locales } from '@/routes'
import { untranslated, type TemplateValues } from '../model'
import { Questions } from './questions'

type Props = { shown: string; onShow: (locale: string) => void }

/** What is read and asked, in one language at a time. */
export function Languages({ shown, onShow }: Props) {
  const t = useTranslations('waiverTemplates')
  const main = useWatch<TemplateValues, 'locale'>({ name: 'locale' })
  const { texts, add, makeMain, remove } = useLanguages(onShow)
  const place = texts.findIndex((one) => one.locale === shown)
  const items = texts.map(({ locale }) => ({
    id: locale,
    label: languageName(locale),
    badge: locale === main && texts.length > 1 ? t('main') : undefined,
  }))
  return (
    <Card title={t('wording')} actions={<AddLanguage taken={texts.map((one) => one.locale)} onAdd={add} />}>
      <Tabs label={t('locale')} items={items} value={shown} onChange={onShow}>
        <div className="space-y-6">
          {shown !== main && (
            <div className="flex flex-wrap gap-3">
              <Button size="sm" onPress={() => makeMain(shown)}>
                <Star aria-hidden className="size-4" />
                {t('makeMain')}
              </Button>
              <Button size="sm" look="danger" onPress={() => remove(shown)}>
                <Trash2 aria-hidden className="size-4" />
                {t('removeLanguage')}
              </Button>
            </div>
          )}
          <FormText name={`texts.${place}.text`} label={t('body')} hint={t('bodyHint')} rows={14} />
          <Questions shown={shown} main={main} />
          <Untranslated shown={shown} main={main} />
        </div>
      </Tabs>
    </Card>
  )
}

function AddLanguage({ taken, onAdd }: { taken: string[]; onAdd: (locale: string) => void }) {
  const t = useTranslations('waiverTemplates')
  const free = locales.filter((locale) => !taken.includes(locale))
  if (free.length === 0) return null
  return (
    <Menu
      label={t('addLanguage')}
      entries={free.map((id) => ({ id, label: languageName(id), onAction: () => onAdd(id) }))}
    >
      <Button size="sm">
        <LanguagesIcon aria-hidden className="size-4" />
        {t('addLanguage')}
      </Button>
    </Menu>
  )
}

/** Says that questions without words in a language are asked in the main one. */
function Untranslated({ shown, main }: { shown: string; main: string }) {
  const t = useTranslations('waiverTemplates')
  const questions = useWatch<TemplateValues, 'questions'>({ name: 'questions' })
  const count = shown === main ? 0 : untranslated(questions, shown)
  if (count === 0) return null
  return <p className="text-sm text-warn">{t('untranslated', { count, language: languageName(main) })}</p>
}

/** The languages of the template: add one, prefer one, take one away and back. */
function useLanguages(onShow: (locale: string) => void) {
  const t = useTranslations('waiverTemplates')
  const common = useTranslations('common')
  const { control, getValues, setValue } = useFormContext<TemplateValues>()
  const { fields, append, remove, insert } = useFieldArray({ control, name: 'texts', keyName: 'rowKey' })
  const without = (locale: string) => {
    const texts = getValues('texts')
    const place = texts.findIndex((one) => one.locale === locale)
    const gone = texts[place]
    if (!gone) return
    onShow(getValues('locale'))
    remove(place)
    toast(t('languageRemoved', { language: isolate(languageName(locale)) }), {
      action: { label: common('undo'), onClick: () => insert(place, gone) },
    })
  }
  return {
    texts: fields,
    add: (locale: string) => {
      append({ locale, text: '' }, { shouldFocus: false })
      onShow(locale)
    },
    makeMain: (locale: string) => setValue('locale', locale, { shouldDirty: true }),
    remove: without,
  }
}
