'use client'
import { useQuery } from '@tanstack/react-query'
import { FileSignature, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { WaiverTemplate } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { AskedNew } from '@/lib/asked-new'
import { languageName } from '@/lib/languages'
import { useGo } from '@/lib/use-go'
import { useFormat } from '@/lib/use-format'
import { templatesQuery } from '../api'

/** What guests are asked to sign. */
export function TemplatesScreen() {
  const t = useTranslations('waiverTemplates')
  const go = useGo()
  return (
    <PageBody width="narrow">
      <AskedNew onAsk={() => go('waiverTemplateEdit', { waiverTemplate: 'new' }, { replace: true })} />
      <SetupHeader page="waiverTemplates" title={t('title')} text={t('text')}>
        <AppLink to="waiverTemplateEdit" params={{ waiverTemplate: 'new' }} className={buttonClass('primary')}>
          <Plus aria-hidden className="size-4" />
          {t('new')}
        </AppLink>
      </SetupHeader>
      <Templates />
    </PageBody>
  )
}

function Templates() {
  const t = useTranslations('waiverTemplates')
  const { data, error, refetch } = useQuery(templatesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<FileSignature aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')}>
        <AppLink to="waiverTemplateEdit" params={{ waiverTemplate: 'new' }} className={buttonClass('primary', 'lg')}>
          {t('new')}
        </AppLink>
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y rounded-xl border bg-surface">
      {data.map((template) => (
        <TemplateLine key={template.id} template={template} />
      ))}
    </ul>
  )
}

function TemplateLine({ template }: { template: WaiverTemplate }) {
  const t = useTranslations('waiverTemplates')
  const format = useFormat()
  return (
    <li>
      <AppLink
        to="waiverTemplateEdit"
        params={{ waiverTemplate: String(template.id) }}
        prefetch={false}
        className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-sunken"
      >
        <span className="grow font-medium">{template.name}</span>
        {!template.is_active && <Badge tone="warn">{t('inactive')}</Badge>}
        <span className="text-sm text-faint">
          {format.list(template.texts.map((one) => languageName(one.locale)))} ·{' '}
          {t('versionOf', { n: template.current_version })}
        </span>
      </AppLink>
    </li>
  )
}
