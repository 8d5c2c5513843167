'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { AppLink } from '@/lib/app-link'
import { dotted } from '@/lib/isolate'
import { languageName } from '@/lib/languages'
import { useFormat } from '@/lib/use-format'
import { matchOf } from '@/components/search/model'
import { templatesQuery } from '../api'
import { automationsQuery } from '../crm-api'
import { categories, type Category } from '../model'
import { useCategoryName, useTemplateName } from '../names'
import { inOrder } from '../offsets'
import { useWhen } from '../span'
import type { Automation, TemplateRow } from '../types'
import { Channels } from './automation-line'

/** Every template by kind: what it is, when it goes out, and in which languages it has own words. */
export function TemplatesPart() {
  const t = useTranslations('templates')
  const common = useTranslations('common')
  const nameOf = useTemplateName()
  const [text, setText] = useState('')
  const [isArchivedShown, showArchived] = useState(false)
  const { data, error, refetch } = useQuery(templatesQuery)
  const automations = useQuery(automationsQuery()).data?.automations ?? []
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  const found = data.filter(
    (one) => (isArchivedShown || !one.is_archived) && (!text.trim() || matchOf(nameOf(one), text) > 0),
  )
  const groups = categories
    .map((category) => ({ category, templates: found.filter((one) => one.category === category) }))
    .filter((one) => one.templates.length > 0)
  return (
    <div className="max-w-4xl space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchField label={t('find')} value={text} onChange={setText} className="w-full sm:w-72" />
        {data.some((one) => one.is_archived) && (
          <Switch isSelected={isArchivedShown} onChange={showArchived}>
            {t('showArchived')}
          </Switch>
        )}
      </div>
      {groups.map((group) => (
        <Group key={group.category} {...group} all={data} automations={automations} />
      ))}
      {groups.length === 0 && <p className="text-soft">{common('nothingFound')}</p>}
    </div>
  )
}

type GroupProps = { category: Category; templates: TemplateRow[]; all: TemplateRow[]; automations: Automation[] }

function Group({ category, templates, ...rest }: GroupProps) {
  const name = useCategoryName()(category)
  return (
    <section aria-label={name} className="rounded-xl border bg-surface">
      <h2 className="border-b px-4 py-2.5 font-semibold sm:px-5">{name}</h2>
      <ul className="divide-y">
        {templates.map((template) => (
          <Line key={template.id} template={template} {...rest} />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { template: TemplateRow; all: TemplateRow[]; automations: Automation[] }

function Line({ template, all, automations }: LineProps) {
  const t = useTranslations('templates')
  const name = useTemplateName()(template)
  const format = useFormat()
  const usedFor = useUse()({ template, all, automations })
  const languages = template.locales.map(languageName)
  return (
    <li>
      <AppLink
        to="templateEdit"
        params={{ template: String(template.id) }}
        prefetch={false}
        className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-sunken sm:px-5"
      >
        <span className="min-w-48 grow">
          <bdi className="block font-medium">{name}</bdi>
          <span className="block text-sm text-faint">
            {dotted([usedFor, languages.length > 0 && t('ownIn', { languages: format.list(languages) })])}
          </span>
        </span>
        <Channels channel={template.channel} />
        {template.is_system && template.version > 0 && <Badge tone="accent">{t('changed')}</Badge>}
        {!template.is_system && <Badge>{t('own')}</Badge>}
        {template.is_archived ? (
          <Badge>{t('isArchived')}</Badge>
        ) : (
          !template.is_active && <Badge tone="warn">{t('off')}</Badge>
        )}
      </AppLink>
    </li>
  )
}

/** When a template goes out, or for which letter it is used, or by which one it is replaced. */
function useUse() {
  const t = useTranslations('templates')
  const nameOf = useTemplateName()
  const whenOf = useWhen()
  const format = useFormat()
  return ({ template, all, automations }: LineProps): string => {
    const own = inOrder(automations.filter((one) => one.template.id === template.id && one.is_on))
    if (own.length > 0) return format.list(own.map(whenOf))
    const letter = all.find((one) => one.slug !== null && one.slug === template.speaks_for)
    if (letter && template.is_lacking) return t(`lacks_${lacksOf(template.category)}`)
    if (letter) return t(isForAll(template) ? 'instead' : 'insteadWhere', { name: nameOf(letter) })
    const speakers = all.filter((one) => template.spoken_for_by.includes(one.id))
    const goes = t(`goes_${goesOf(template)}`)
    if (speakers.length === 0) return goes
    const names = format.list(speakers.map(nameOf))
    return speakers.some(isForAll) ? t('spokenFor', { names }) : dotted([goes, t('spokenForWhere', { names })])
  }
}

const isForAll = (template: TemplateRow) => template.experience_ids.length === 0 && template.trip_methods.length === 0

const needy = ['access_code', 'answer', 'gift_card', 'payment_request', 'waiver_request'] as const
const lacksOf = (category: Category) => needy.find((one) => one === category) ?? 'payment_request'

const byPeople: readonly Category[] = [
  'manual',
  'custom',
  'answer',
  'reminder',
  'followup',
  'review_request',
  'abandon',
]

/** How a template goes out that no automation sends: when somebody sends it, or with what it is about. */
const goesOf = ({ category, is_system }: TemplateRow) =>
  is_system && !byPeople.includes(category) ? 'withIt' : 'manually'
