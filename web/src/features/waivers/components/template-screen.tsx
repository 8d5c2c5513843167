'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { useRoute } from '@/lib/use-route'
import { templateQuery } from '../api'
import { TemplateForm } from './template-form'
import { Versions } from './versions'

/** One waiver: its text, its use, and every text it had. */
export function TemplateScreen() {
  const wanted = useRoute('waiverTemplateEdit')?.waiverTemplate ?? 'new'
  return wanted === 'new' ? <NewTemplate /> : <OldTemplate key={wanted} id={Number(wanted)} />
}

function NewTemplate() {
  const t = useTranslations('waiverTemplates')
  return (
    <PageBody>
      <SetupHeader
        page="waiverTemplateEdit"
        title={t('new')}
        parents={[{ to: 'waiverTemplates', params: {}, label: t('title') }]}
      />
      <TemplateForm />
    </PageBody>
  )
}

function OldTemplate({ id }: { id: number }) {
  const t = useTranslations('waiverTemplates')
  const { data, error, refetch } = useQuery({ ...templateQuery(id), enabled: Number.isSafeInteger(id) })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <ScreenSkeleton />
  return (
    <PageBody>
      <SetupHeader
        page="waiverTemplateEdit"
        title={data.waiverTemplate.name}
        parents={[{ to: 'waiverTemplates', params: {}, label: t('title') }]}
      />
      <div className="space-y-6">
        <TemplateForm key={data.waiverTemplate.version} template={data.waiverTemplate} />
        <div className="max-w-3xl">
          <Versions versions={data.versions} />
        </div>
      </div>
    </PageBody>
  )
}
