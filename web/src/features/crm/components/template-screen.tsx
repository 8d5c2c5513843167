'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Badge } from '@/components/ui/badge'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useRoute } from '@/lib/use-route'
import { access } from '@/routes/access'
import { templateQuery } from '../api'
import { useCategoryName, useTemplateName } from '../names'
import type { TemplateFull } from '../types'

const waiting = <Skeleton className="h-[40rem] rounded-xl" />
// The editor weighs more than the rest of the screen: it comes when a template is opened.
const TemplateForm = late(() => import('./template-form').then((file) => file.TemplateForm), waiting)

/** One template: its words in every language, and how a guest gets them. */
export function TemplateScreen() {
  const id = Number(useRoute('templateEdit')?.template)
  return (
    <PageBody width="full">
      <Guard permission={access.templateEdit ?? []} fallback={<ScreenSkeleton />}>
        <Template key={id} id={id} />
      </Guard>
    </PageBody>
  )
}

function Template({ id }: { id: number }) {
  const ts = useTranslations('shell')
  const t = useTranslations('templates')
  const nameOf = useTemplateName()
  const { data, error, refetch } = useQuery({
    ...templateQuery(id),
    enabled: Number.isSafeInteger(id),
    refetchOnWindowFocus: false,
  })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <>
      <SetupHeader
        page="templateEdit"
        title={data ? nameOf(data) : t('title')}
        text={data && <Standing template={data} />}
        parents={[{ to: 'crmSettings', params: { tab: 'templates' }, label: ts('page_crmSettings') }]}
      />
      {data ? <TemplateForm template={data} /> : waiting}
    </>
  )
}

/** What kind of message it is, and whether it goes out. */
function Standing({ template }: { template: TemplateFull }) {
  const t = useTranslations('templates')
  const categoryName = useCategoryName()
  const isChanged = template.is_system && template.version > 0
  return (
    <span className="flex flex-wrap items-center gap-2">
      {categoryName(template.category)}
      {template.is_system && (
        <Badge tone={isChanged ? 'accent' : 'neutral'}>{t(isChanged ? 'changed' : 'shipped')}</Badge>
      )}
      {!template.is_active && <Badge tone="warn">{t('off')}</Badge>}
    </span>
  )
}
