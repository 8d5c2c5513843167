'use client'
import { Copy, Languages, Trash2 } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Card } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { languageName } from '@/lib/languages'
import { guestLocales } from '../guest-locales'
import type { TemplateFull } from '../types'
import { blankText, copied, ownLocales, shownLocales, sourceOf, type HeldText, type TemplateValues } from '../values'
import { WordsFields } from './words-fields'

type Props = {
  template: TemplateFull
  /** The operator's own language. */
  main: string
  shown: string
  onShow: (locale: string) => void
  channel: 'email' | 'sms'
  onChannel: (channel: 'email' | 'sms') => void
  blocks: readonly string[]
}

/** What a template says, in one language at a time. */
export function WordsCard({ template, main, shown, onShow, channel, onChannel, blocks }: Props) {
  const t = useTranslations('templateEditor')
  const reader = useLocale()
  const texts = useWatch<TemplateValues, 'texts'>({ name: 'texts' })
  const own = ownLocales({ texts }, template)
  const source = sourceOf(shown, main, own)
  const tabs = shownLocales(main, reader, [...own, shown], Object.keys(texts))
  return (
    <Card title={t('words')} actions={<AddLanguage taken={tabs} onAdd={onShow} />}>
      <Tabs
        label={t('language')}
        items={tabs.map((locale) => ({
          id: locale,
          label: languageName(locale),
          badge: template.is_system && own.includes(locale) ? t('ownWords') : undefined,
        }))}
        value={shown}
        onChange={onShow}
      >
        <div className="space-y-5">
          {source === 'main' || !texts[shown] ? (
            <Beginning {...{ template, main, shown, onShow }} isShipped={template.is_system && source === 'shipped'} />
          ) : (
            <>
              <Standing {...{ template, main, shown, onShow }} isOwn={source === 'own'} />
              <WordsFields key={shown} {...{ shown, channel, onChannel, blocks }} />
            </>
          )}
        </div>
      </Tabs>
    </Card>
  )
}

function AddLanguage({ taken, onAdd }: { taken: readonly string[]; onAdd: (locale: string) => void }) {
  const t = useTranslations('templateEditor')
  const free = guestLocales.filter((locale) => !taken.includes(locale))
  if (free.length === 0) return null
  return (
    <Menu
      label={t('otherLanguage')}
      entries={free.map((id) => ({ id, label: languageName(id), onAction: () => onAdd(id) }))}
    >
      <Button size="sm">
        <Languages aria-hidden className="size-4" />
        {t('otherLanguage')}
      </Button>
    </Menu>
  )
}

type StandingProps = Pick<Props, 'template' | 'main' | 'shown' | 'onShow'>

/** Puts words into a language, or takes them out again. */
function useWords({ template, main, shown, onShow }: StandingProps) {
  const { getValues, setValue } = useFormContext<TemplateValues>()
  const ships = template.shipped.find((text) => text.locale === shown)
  const put = (text: HeldText) => setValue(`texts.${shown}`, text, { shouldDirty: true })
  const remove = () => {
    const texts = { ...getValues('texts') }
    delete texts[shown]
    if (!template.is_system) onShow(main)
    setValue('texts', texts, { shouldDirty: true })
  }
  return {
    ships,
    remove,
    take: () => ships && put(copied(ships, shown)),
    copy: () => put(copied(getValues(`texts.${main}`) ?? blankText(main), shown)),
    empty: () => put(blankText(shown)),
  }
}

/** Whose words these are, and a way back to those that ship. */
function Standing(props: StandingProps & { isOwn: boolean }) {
  const t = useTranslations('templateEditor')
  const { template, main, shown, isOwn } = props
  const { remove, copy } = useWords(props)
  if (!isOwn) {
    return <p className="max-w-prose text-sm text-soft">{t('shippedText', { language: languageName(shown) })}</p>
  }
  if (shown === main) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onPress={copy}>
        <Copy aria-hidden className="size-4" />
        {t('copyFrom', { language: languageName(main) })}
      </Button>
      <Button size="sm" look="danger" onPress={remove}>
        <Trash2 aria-hidden className="size-4" />
        {t(template.is_system ? 'useShipped' : 'removeLanguage')}
      </Button>
    </div>
  )
}

/** A language without words: what its guests get meanwhile, and three ways to begin. */
function Beginning(props: StandingProps & { isShipped: boolean }) {
  const t = useTranslations('templateEditor')
  const { ships, take, copy, empty } = useWords(props)
  const [language, main] = [languageName(props.shown), languageName(props.main)]
  return (
    <div className="space-y-4 rounded-md border border-dashed p-4 sm:p-6">
      <p className="max-w-prose text-soft text-pretty">
        {props.isShipped ? t('removedText', { language }) : t('mainText', { language, main })}
      </p>
      <div className="flex flex-wrap gap-3">
        {ships && <Button onPress={take}>{t('beginShipped', { language })}</Button>}
        <Button onPress={copy}>{t('copyFrom', { language: main })}</Button>
        <Button look="quiet" onPress={empty}>
          {t('beginEmpty')}
        </Button>
      </div>
    </div>
  )
}
